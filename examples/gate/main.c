#include "normalise.h"

#include <stdio.h>

int main(void) {
  float samples[1000];
  for (int i = 0; i < 1000; ++i)
    samples[i] = (float)((i * 37) % 101);
  normalise(samples, 1000, 100.0f);
  printf("energy %.3f\n", energy(samples, 1000));
  return 0;
}
