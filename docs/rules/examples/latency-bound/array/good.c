struct item {
  long value;
  struct item *next;
};

long total(const struct item *items, int n) {
  long sum = 0;
#pragma osaca analyze data(4 MiB)
  for (int i = 0; i < n; ++i)
    sum += items[i].value;
  return sum;
}
