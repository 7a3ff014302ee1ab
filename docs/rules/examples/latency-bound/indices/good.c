struct item {
  long value;
  struct item *next;
};

/* The items stay where they are; `order` contains their indices in list order. */
long total(const struct item *items, const int *order, int n) {
  long sum = 0;
#pragma osaca analyze data(4 MiB)
  for (int i = 0; i < n; ++i)
    sum += items[order[i]].value;
  return sum;
}
