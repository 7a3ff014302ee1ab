enum { columns = 64 };

void sums_of_columns(long *restrict sums, const long matrix[][columns], int rows) {
  for (int column = 0; column < columns; ++column)
    sums[column] = 0;
  for (int row = 0; row < rows; ++row)
#pragma osaca analyze data(L3)
    for (int column = 0; column < columns; ++column)
      sums[column] += matrix[row][column];
}
