void scale(double *values, double factor, int count) {
#pragma osaca analyze
  for (int i = 0; i < count; ++i)
    values[i] *= factor;
}
