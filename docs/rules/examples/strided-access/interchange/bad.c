enum { columns = 64 };

void sums_of_columns(long *restrict sums, const long matrix[][columns], int rows) {
  for (int column = 0; column < columns; ++column) {
    long sum = 0;
#pragma osaca analyze data(L3)
    for (int row = 0; row < rows; ++row)
      sum += matrix[row][column];
    sums[column] = sum;
  }
}
