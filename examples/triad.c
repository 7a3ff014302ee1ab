/* Schoenauer's vector triad: three loads, a multiply, an add and a store. Its data flow has no cycle, so what bounds it
   (in cache) is how many loads and stores the core can start per cycle. */
void triad(double *restrict a, const double *b, const double *c, const double *d, long n) {
#pragma osaca analyze
  for (long i = 0; i < n; ++i)
    a[i] = b[i] + c[i] * d[i];
}
