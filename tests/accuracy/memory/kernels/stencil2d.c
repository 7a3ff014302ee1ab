// Five points; rows that a caller steps through.
void stencil2d(double *restrict out, const double *restrict above, const double *restrict row, const double *restrict below, double factor,
               long n) {
  for (long x = 1; x < n - 1; ++x)
    out[x] = factor * (above[x] + below[x] + row[x - 1] + row[x] + row[x + 1]);
}
