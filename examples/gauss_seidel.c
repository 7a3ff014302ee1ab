/* One sweep of Gauss-Seidel over a grid: every point needs its left neighbour's new value, so the loop runs at the latency
   of that chain however many ports stand idle. */
void gauss_seidel(double *grid, int rows, int columns) {
  for (int y = 1; y < rows - 1; ++y) {
    double *row = grid + (long)y * columns;
    const double *above = row - columns;
    const double *below = row + columns;
#pragma osaca analyze
    for (int x = 1; x < columns - 1; ++x)
      row[x] = 0.25 * (above[x] + row[x - 1] + row[x + 1] + below[x]);
  }
}
