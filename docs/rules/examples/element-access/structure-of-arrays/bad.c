struct point {
  float x, y, z;
};

void set_heights(struct point *restrict points, const float *heights, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    points[i].z = 2 * heights[i] + 1;
}
