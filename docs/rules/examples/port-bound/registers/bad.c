/* Adds four columns to out, one after the other: out is read and written for each. */
void add_columns(double *restrict out, const double *columns, const double *factors, int n) {
  for (int k = 0; k < 4; ++k) {
    const double factor = factors[k];
    const double *column = columns + (long)k * n;
#pragma osaca analyze
    for (int i = 0; i < n; ++i)
      out[i] += factor * column[i];
  }
}
