/* Takes every step-th element of a ring, where step < size. */
long pick(const long *ring, unsigned size, unsigned step, int n) {
  long sum = 0;
  unsigned at = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i) {
    sum += ring[at];
    at += step;
    at -= at >= size ? size : 0;
  }
  return sum;
}
