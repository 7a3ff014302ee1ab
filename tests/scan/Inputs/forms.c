#define EACH(i, n) for (int i = 0; i < (n); ++i)
#define ONCE(x) do { x; } while (0)
void forms(double *a, int n, int m) {
	for (int i = 0; i < n; ++i)
		for (int j = 0; j < n; ++j)
			a[i] += j;
  if (n > 3) for (int i = 0; i < n; ++i) a[i] = 1;
  else for (int i = 0; i < n; ++i) a[i] = 2;
  if (n > 4)
    for (int i = 0; i < n; ++i) a[i] = 3;
  else
    while (n > 0) --n;
  switch (m) {
  case 1: for (int i = 0; i < n; ++i) a[i] = 4;
    break;
  case 2:
    do --m; while (m);
    break;
  default: for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) a[i] = 5;
  }
again: for (int i = 0; i < n; ++i) a[i] = 6;
  if (m) goto again;
  /* one comment */ for (int i = 0; i < n; ++i) a[i] = 7;
  /* a comment
     that ends before */ for (int i = 0; i < n; ++i) a[i] = 8;
  if (m) \
    for (int i = 0; i < n; ++i) a[i] = 9;
  #pragma omp parallel for \
    schedule(static)
  for (int i = 0; i < n; ++i) a[i] = 10;
#pragma omp simd

  for (int i = 0; i < n; ++i) a[i] = 11;
  EACH(i, n) a[i] = 12;
  ONCE(
    for (int i = 0; i < n; ++i) a[i] = 13
  );
#if defined(NOT_HERE)
  for (;;) a[0] = 14;
#endif
  do { --n; } while (n > 0); for (int i = 0; i < n; ++i) a[i] = 15;
  const char *text = "for (;;) while";
  for (; *text; ++text) a[0] += *text; // for (;;)
}
