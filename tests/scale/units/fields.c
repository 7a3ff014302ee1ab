/* Loops over dense arrays: streams, stencils and reductions. */
double sum_fields(const double *a, int n) {
  double s = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}

void axpy_fields(double *restrict y, const double *restrict x, double f, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    y[i] += f * x[i];
}

void smooth_fields(double *restrict out, const double *restrict in, int n) {
#pragma osaca analyze
  for (int i = 1; i < n - 1; ++i)
    out[i] = 0.25 * in[i - 1] + 0.5 * in[i] + 0.25 * in[i + 1];
}

void relax_fields(double *a, int n) {
#pragma osaca analyze
  for (int i = 1; i < n; ++i)
    a[i] = 0.5 * (a[i] + a[i - 1]);
}

void divide_fields(float *restrict a, const float *restrict b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] = a[i] / (b[i] + 1.0f);
}

double distance_fields(const double *x, const double *y, int n) {
  double most = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i) {
    double d = (x[i] - y[i]) * (x[i] - y[i]);
    most = d > most ? d : most;
  }
  return most;
}

void multiply_fields(double *restrict c, const double *restrict a, const double *restrict b, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0;
#pragma osaca analyze
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

void scale_fields(float *a, float f, long n) {
#pragma osaca analyze
  for (long i = 0; i < n; ++i)
    a[i] *= f;
}

void copy_fields(double *restrict a, const double *restrict b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[2 * i] = b[i];
}

void wave_fields(double *restrict u, const double *restrict v, const double *restrict w, int n) {
#pragma osaca analyze
  for (int i = 2; i < n - 2; ++i)
    u[i] = 2 * v[i] - w[i] + 0.1 * (v[i - 2] - 16 * v[i - 1] + 30 * v[i] - 16 * v[i + 1] + v[i + 2]);
}
