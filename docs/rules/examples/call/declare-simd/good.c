#pragma omp declare simd notinbranch
double gain(double x);

void amplify(double *restrict out, const double *in, int n) {
#pragma osaca analyze
#pragma omp simd
  for (int i = 0; i < n; ++i)
    out[i] = gain(in[i]);
}
