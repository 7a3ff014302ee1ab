struct item {
  long value;
  struct item *next;
};

/* Four lists of the same length, all at once. */
long total(struct item *const first[4]) {
  const struct item *a = first[0], *b = first[1], *c = first[2], *d = first[3];
  long sum = 0;
#pragma osaca analyze data(4 MiB)
  for (; a; a = a->next, b = b->next, c = c->next, d = d->next)
    sum += a->value + b->value + c->value + d->value;
  return sum;
}
