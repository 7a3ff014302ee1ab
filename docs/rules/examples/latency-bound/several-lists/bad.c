struct item {
  long value;
  struct item *next;
};

/* Four lists of the same length, one after the other. */
long total(struct item *const first[4]) {
  long sum = 0;
  for (int list = 0; list < 4; ++list)
#pragma osaca analyze data(4 MiB)
    for (const struct item *at = first[list]; at; at = at->next)
      sum += at->value;
  return sum;
}
