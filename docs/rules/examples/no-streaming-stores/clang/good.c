typedef double four __attribute__((vector_size(32)));

/* `out` and `in` are aligned to 32 bytes, and n is a multiple of 4. */
void scale(double *restrict out, const double *restrict in, double factor, int n) {
#pragma osaca analyze data(MEM)
  for (int i = 0; i < n; i += 4)
    __builtin_nontemporal_store(factor * *(const four *)(in + i), (four *)(out + i));
}
