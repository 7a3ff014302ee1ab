/* Each element is the sum of the three by three around it: three sums of columns, each computed once. */
void sum_around(float *restrict out, float *restrict columns, const float *above, const float *at, const float *below, int n) {
#pragma osaca analyze
  for (int i = 0; i < n + 2; ++i)
    columns[i] = above[i] + at[i] + below[i];
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = columns[i] + columns[i + 1] + columns[i + 2];
}
