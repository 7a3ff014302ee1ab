void days(unsigned *out, const unsigned *seconds, unsigned seconds_per_day, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = seconds[i] / seconds_per_day;
}
