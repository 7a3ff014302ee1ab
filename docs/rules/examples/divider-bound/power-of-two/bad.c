/* size is a power of two, but the compiler does not know that. */
void slots(unsigned *out, const unsigned *hash, unsigned size, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = hash[i] % size;
}
