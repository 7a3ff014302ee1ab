#include "grid.h"

#include <stdlib.h>

struct grid grid_create(int size) {
  struct grid grid = {size, calloc((size_t)size * size, sizeof(double))};
  if (!grid.values)
    abort();
  for (int x = 0; x < size; ++x)
    grid.values[x] = 1.0; /* the hot side */
  return grid;
}

void grid_destroy(struct grid *grid) { free(grid->values); }
