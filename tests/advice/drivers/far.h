/* What drivers share whose data are in no first-level cache. */
#ifndef OSACA_ADVICE_FAR_H
#define OSACA_ADVICE_FAR_H

#include "driver.h"

#include <sys/mman.h>

/* In pages as large as the system has them; all of it is written. */
static void *far_array(size_t bytes) {
  const size_t page = 2u << 20;
  void *array = aligned_alloc(page, (bytes + page - 1) / page * page);
  if (array == 0) {
    fprintf(stderr, "no memory\n");
    exit(1);
  }
#ifdef MADV_HUGEPAGE
  madvise(array, (bytes + page - 1) / page * page, MADV_HUGEPAGE);
#endif
  memset(array, 0, bytes);
  return array;
}

static double *far_numbers(size_t n) {
  double *numbers = far_array(n * sizeof *numbers);
  for (size_t i = 0; i < n; ++i)
    numbers[i] = random_number(0, 1);
  return numbers;
}

/* 0, 1, ... n - 1 in no order. */
static int *shuffled(int n) {
  int *order = far_array((size_t)n * sizeof *order);
  for (int i = 0; i < n; ++i)
    order[i] = i;
  for (int i = n - 1; i > 0; --i) {
    const int other = (int)(random_bits() % (unsigned long)(i + 1));
    const int kept = order[i];
    order[i] = order[other];
    order[other] = kept;
  }
  return order;
}

/* A thousand of them, and the sum of all. */
static void put_sample(const double *numbers, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; ++i) {
    sum += numbers[i];
    if (i % (n / 1000 + 1) == 0)
      put(numbers[i]);
  }
  put(sum);
}

#endif
