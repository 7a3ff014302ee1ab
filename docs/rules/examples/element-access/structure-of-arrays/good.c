struct points {
  float *x, *y, *z;
};

void set_heights(const struct points *points, const float *heights, int n) {
  float *restrict z = points->z;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    z[i] = 2 * heights[i] + 1;
}
