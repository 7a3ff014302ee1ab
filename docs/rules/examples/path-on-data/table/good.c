static const long factors[4] = {1, -1, 2, 0};

/* All kinds are less than 4. */
long balance(const unsigned char *kinds, const long *amounts, int n) {
  long total = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    total += factors[kinds[i]] * amounts[i];
  return total;
}
