/* Scales samples to a peak of one. */
#include "normalise.h"

void normalise(float *restrict samples, int count, float peak) {
  const float scale = 1.0f / peak; /* one division for all of them */
#pragma omp simd
#pragma osaca analyze
  for (int i = 0; i < count; ++i)
    samples[i] *= scale;
}

float energy(const float *samples, int count) {
  float sums[8] = {0};
#pragma osaca analyze
  for (int i = 0; i + 8 <= count; i += 8)
    for (int lane = 0; lane < 8; ++lane)
      sums[lane] += samples[i + lane] * samples[i + lane];
  float sum = 0;
  for (int lane = 0; lane < 8; ++lane)
    sum += sums[lane];
  for (int i = count - count % 8; i < count; ++i)
    sum += samples[i] * samples[i];
  return sum;
}
