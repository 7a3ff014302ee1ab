/* All values fit into 32 bits. */
void ratios(unsigned long *out, const unsigned long *a, const unsigned long *b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = (unsigned)a[i] / (unsigned)b[i];
}
