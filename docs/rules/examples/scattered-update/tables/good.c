void count_values(unsigned *counts, const unsigned char *values, int n) {
  unsigned a[256] = {0}, b[256] = {0}, c[256] = {0}, d[256] = {0};
  int i = 0;
#pragma osaca analyze
  for (; i + 4 <= n; i += 4) {
    ++a[values[i]];
    ++b[values[i + 1]];
    ++c[values[i + 2]];
    ++d[values[i + 3]];
  }
  for (; i < n; ++i)
    ++a[values[i]];
  for (int value = 0; value < 256; ++value)
    counts[value] += a[value] + b[value] + c[value] + d[value];
}
