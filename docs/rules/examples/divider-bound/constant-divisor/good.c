enum { seconds_per_day = 86400 };

void days(unsigned *out, const unsigned *seconds, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = seconds[i] / seconds_per_day;
}
