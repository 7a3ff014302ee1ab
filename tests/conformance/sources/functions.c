/* Attributes of functions, and inline assembly. */

#if defined __x86_64__
__attribute__((target("avx2"))) void targeted(float *restrict a, const float *restrict b, int n) {
#else
void targeted(float *restrict a, const float *restrict b, int n) {
#endif
  /* EXPECT found in=targeted; once=v?addps|fadd 4 */
  /* EXPECT[-O3,!riscv64] found in=targeted; roles=vector body; once=v?addps|fadd 4 */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}

int with_assembly(const int *a, int n) {
  int s = 0;
  /* EXPECT found in=with_assembly */
#pragma osaca analyze
  for (int i = 0; i < n; i++) {
    s += a[i];
    __asm__ volatile("nop" : "+r"(s));
  }
  return s;
}

int with_assembly_lines(const int *a, int n) {
  int s = 0;
  /* EXPECT found in=with_assembly_lines */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    __asm__ volatile("# of the user\n\tnop\n\tnop" : "+r"(s) : "r"(a[i]));
  return s;
}

__attribute__((optnone_or_nothing)) int odd_attribute(const int *a, int n) {
  int s = 0;
  /* EXPECT found in=odd_attribute */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s = s * 19 + a[i];
  return s;
}

__attribute__((cold)) int cold(const int *a, int n) {
  int s = 0;
  /* EXPECT found in=cold */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s = s * 23 + a[i];
  return s;
}

__attribute__((section(".text.special"))) int in_section(const int *a, int n) {
  int s = 0;
  /* EXPECT found in=in_section */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s = s * 29 + a[i];
  return s;
}

__attribute__((constructor)) static void before_main(void) {
  static volatile int slots[100];
  /* EXPECT found in=before_main */
#pragma osaca analyze
  for (int i = 0; i < 100; i++)
    slots[i] = i * i;
}

int with_alias(const int *a, int n) {
  int s = 0;
  /* EXPECT found in=with_alias */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    s = s * 31 + a[i];
  return s;
}
int another_name(const int *a, int n) __attribute__((alias("with_alias")));

extern void callee(int);
void with_calls(const int *a, int n) {
  /* EXPECT found in=with_calls */
#pragma osaca analyze
  for (int i = 0; i < n; i++)
    callee(a[i]);
}
