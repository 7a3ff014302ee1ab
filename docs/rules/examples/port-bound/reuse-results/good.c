/* Each element is the sum of the 3 x 3 elements around it. The sum of each column is computed once. */
void sum_around(float *restrict out, float *restrict columns, const float *above, const float *at, const float *below, int n) {
#pragma osaca analyze
  for (int i = 0; i < n + 2; ++i)
    columns[i] = above[i] + at[i] + below[i];
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = columns[i] + columns[i + 1] + columns[i + 2];
}
