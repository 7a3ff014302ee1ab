/* void f(long *sums, const long matrix[][64], int rows) */
#include "far.h"

enum { columns = 64, rows = 32768 };
void FUNCTION(long *sums, const long matrix[][columns], int rows);
static long (*matrix)[columns], sums[columns];

static void prepare(void) {
  matrix = far_array(rows * sizeof *matrix);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      matrix[row][column] = (long)(random_bits() % 1000);
}
static void call(void) { FUNCTION(sums, matrix, rows); }
static void results(void) {
  for (int column = 0; column < columns; ++column)
    put((double)sums[column]);
}
