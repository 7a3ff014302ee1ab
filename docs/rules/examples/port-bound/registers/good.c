/* Adds four columns to out, all at once: intermediate results stay in a register. */
void add_columns(double *restrict out, const double *columns, const double *factors, int n) {
  const double factor0 = factors[0], factor1 = factors[1], factor2 = factors[2], factor3 = factors[3];
  const double *column0 = columns, *column1 = column0 + n, *column2 = column1 + n, *column3 = column2 + n;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = out[i] + factor0 * column0[i] + factor1 * column1[i] + factor2 * column2[i] + factor3 * column3[i];
}
