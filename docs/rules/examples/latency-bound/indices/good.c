struct item {
  long value;
  struct item *next;
};

/* The items lie where they were; `order` says in which order they are looked at. */
long total(const struct item *items, const int *order, int n) {
  long sum = 0;
#pragma osaca analyze data(4 MiB)
  for (int i = 0; i < n; ++i)
    sum += items[order[i]].value;
  return sum;
}
