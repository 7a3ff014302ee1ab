void move(double *x, double *y, double *z, double *vx, double *vy, double *vz, const double *ax, const double *ay,
          const double *az, double step, int n) {
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
