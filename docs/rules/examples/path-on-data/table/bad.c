long balance(const unsigned char *kinds, const long *amounts, int n) {
  long total = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    switch (kinds[i]) {
    case 0: total += amounts[i]; break;
    case 1: total -= amounts[i]; break;
    case 2: total += 2 * amounts[i]; break;
    default: break;
    }
  return total;
}
