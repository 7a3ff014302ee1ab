#include "kernels.h"

static double a[1000], b[1000];

int main(int argc, char **argv) {
  (void)argv;
  scaled(a, argc, argc * 7);
#pragma osaca analyze
  while (argc < 1000)
    argc = argc * 3 + (int)a[argc];
  return (int)divided(a, b, argc);
}
