/* Each element is the sum of the 3 x 3 elements around it. */
void sum_around(float *restrict out, float *restrict columns, const float *above, const float *at, const float *below, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = above[i] + above[i + 1] + above[i + 2] + at[i] + at[i + 1] + at[i + 2] + below[i] + below[i + 1] + below[i + 2];
}
