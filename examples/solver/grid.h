/* A square grid of values with a fixed rim. */
#pragma once

struct grid {
  int size;
  double *values;
};

struct grid grid_create(int size);
void grid_destroy(struct grid *grid);
