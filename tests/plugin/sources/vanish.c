/* Loops of which nothing is left to analyse at -O3, and what is said about each: a part of the reason. */
void to_memset(int *a, int n) {
/* EXPECT vanished a call to memset */
#pragma osaca analyze
  for (int i = 0; i < n; ++i) a[i] = 0;
}
int unrolled(int *a) {
  int s = 0;
/* EXPECT vanished of its instructions as straight-line code in 'unrolled' */
#pragma osaca analyze
  for (int i = 0; i < 3; ++i) s ^= a[i] / (i + 1);
  return s;
}
static int unused(int *a, int n) {
  int s = 0;
/* EXPECT vanished function not emitted: this object has no code for 'unused' */
#pragma osaca analyze
  for (int i = 0; i < n; ++i) s += a[i];
  return s;
}
int dead(int *a, int n) {
  int s = 0;
/* EXPECT vanished none of its instructions is left in 'dead' */
#pragma osaca analyze
  for (int i = 0; i < n; ++i) s += a[i];
  return n;
}
static int inlined(int *a, int n) {
  int s = 0;
/* EXPECT found  */
#pragma osaca analyze
  for (int i = 0; i < n; ++i) s = 3 * s + a[i];
  return s;
}
int caller(int *a, int n) { return inlined(a, n) + inlined(a + n, n * 2); }
void first_twin(int *a, int n) {
/* EXPECT found  */
#pragma osaca analyze
  for (int i = 0; i < n; ++i) a[i] += 11;
}
void second_twin(int *a, int n) {
/* EXPECT vanished the code of 'first_twin' is used for 'second_twin' */
#pragma osaca analyze
  for (int i = 0; i < n; ++i) a[i] += 11;
}
