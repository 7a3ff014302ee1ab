void count_values(unsigned *counts, const unsigned char *values, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    ++counts[values[i]];
}
