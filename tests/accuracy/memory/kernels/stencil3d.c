// Seven points; rows of three planes.
void stencil3d(double *restrict out, const double *restrict front, const double *restrict back, const double *restrict above,
               const double *restrict row, const double *restrict below, double factor, long n) {
  for (long x = 1; x < n - 1; ++x)
    out[x] = factor * (front[x] + back[x] + above[x] + below[x] + row[x - 1] + row[x] + row[x + 1]);
}
