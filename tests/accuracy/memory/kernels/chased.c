// A list whose nodes hold a number each.
struct node {
  struct node *next;
  double value;
};

double chased(const struct node *first) {
  double total = 0;
  for (const struct node *place = first; place; place = place->next)
    total += place->value;
  return total;
}
