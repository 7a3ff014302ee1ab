enum { block = 1024 }; /* 16 kB of x and y */

/* n is a multiple of block. */
void polynomials(double *restrict y, const double *restrict x, const double *c, int n) {
  for (int from = 0; from < n; from += block)
    for (int k = 0; k < 16; ++k)
#pragma osaca analyze data(16 KiB)
      for (int i = from; i < from + block; ++i)
        y[i] = y[i] * x[i] + c[k];
}
