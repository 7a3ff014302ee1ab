/* Heat in a square plate: Gauss-Seidel sweeps until the change is small. */
#include "grid.h"

#include <math.h>
#include <stdio.h>

static void sweep(struct grid *grid) {
  const int size = grid->size;
  for (int y = 1; y < size - 1; ++y) {
    double *row = grid->values + (long)y * size;
#pragma osaca analyze
    for (int x = 1; x < size - 1; ++x)
      row[x] = 0.25 * (row[x - size] + row[x - 1] + row[x + 1] + row[x + size]);
  }
}

static double residual(const struct grid *grid) {
  const int size = grid->size;
  double sum = 0.0;
  for (int y = 1; y < size - 1; ++y) {
    const double *row = grid->values + (long)y * size;
#pragma osaca analyze
    for (int x = 1; x < size - 1; ++x) {
      const double change = 0.25 * (row[x - size] + row[x - 1] + row[x + 1] + row[x + size]) - row[x];
      sum += change * change;
    }
  }
  return sqrt(sum);
}

int main(void) {
  struct grid grid = grid_create(200);
  int sweeps = 0;
  while (residual(&grid) > 1e-6 && sweeps < 100000) {
    sweep(&grid);
    ++sweeps;
  }
  printf("%d sweeps, centre %.6f\n", sweeps, grid.values[100 * 200 + 100]);
  grid_destroy(&grid);
  return 0;
}
