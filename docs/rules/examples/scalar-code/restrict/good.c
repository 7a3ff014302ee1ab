void move(double *restrict x, double *restrict y, double *restrict z, double *restrict vx, double *restrict vy, double *restrict vz, const double *restrict ax, const double *restrict ay,
          const double *restrict az, double step, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i) {
    vx[i] += step * ax[i];
    vy[i] += step * ay[i];
    vz[i] += step * az[i];
    x[i] += step * vx[i];
    y[i] += step * vy[i];
    z[i] += step * vz[i];
  }
}
