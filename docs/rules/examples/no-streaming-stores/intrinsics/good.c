#include <immintrin.h>

/* `out` is aligned to 32 bytes, and n is a multiple of 4. */
void scale(double *restrict out, const double *restrict in, double factor, int n) {
  const __m256d factors = _mm256_set1_pd(factor);
#pragma osaca analyze data(MEM)
  for (int i = 0; i < n; i += 4)
    _mm256_stream_pd(out + i, _mm256_mul_pd(factors, _mm256_loadu_pd(in + i)));
  _mm_sfence();
}
