#include "shared.h"

double other(const double *a, int n) { return sum_of(a, n) * 2; }
