struct item {
  long value;
  struct item *next;
};

long total(const struct item *items, int n) {
  long sum = 0;
#pragma osaca analyze data(L3)
  for (int i = 0; i < n; ++i)
    sum += items[i].value;
  return sum;
}
