struct item {
  long value;
  struct item *next;
};

long total(const struct item *first) {
  long sum = 0;
#pragma osaca analyze data(4 MiB)
  for (const struct item *at = first; at; at = at->next)
    sum += at->value;
  return sum;
}
