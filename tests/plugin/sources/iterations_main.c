/* Runs the loops and holds how often each machine loop turned, times the source iterations that it is said to do, against
   the iterations that the source does. Included after a table that the test makes: counts[], and loops[] with the function,
   the loop's line, the number that was reported (0: unknown) and the index into counts[]. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures, unknown, checked;

/* `line`: of the loop, 0 if the function has one only. `entries`: how often it is begun; where the test stands at the head, that
   turns once more. */
void check_line(const char *function, int line, long iterations, long entries) {
  long done = 0, slack = 8 + entries;
  int known = 1, any = 0;
  for (size_t i = 0; i < sizeof loops / sizeof *loops; ++i) {
    if (strcmp(loops[i].function, function) != 0 || (line != 0 && loops[i].line != line)) continue;
    any = 1;
    if (loops[i].factor == 0 && counts[i] > 0) known = 0;
    done += counts[i] * loops[i].factor;
    slack += 2 * loops[i].factor; /* peeled iterations, and last turns that are left half-way */
    counts[i] = 0;
  }
  if (!any) return; /* nothing of it is left that loops */
  if (!known) { printf("unknown: %s\n", function); ++unknown; return; }
  ++checked;
  if (done < iterations - slack || done > iterations + slack) {
    printf("WRONG: %s: %ld source iterations, counted and reported: %ld\n", function, iterations, done);
    ++failures;
  }
}

int finish_checks(void) {
  printf("%d checked, %d unknown, %d wrong\n", checked, unknown, failures);
  return failures != 0;
}

#ifndef CHECKS_ONLY
static void check(const char *function, long iterations) { check_line(function, 0, iterations, 1); }

typedef struct node { struct node *next; int v; } node;
void scale(double *, const double *, int);
void bytes(signed char *, const signed char *, int);
void widen(double *, const signed char *, int);
double pi(int);
int list(const node *);
struct pair { double x, y; };
double ordered(const double *, int);
float ordered_backward(const float *, int);
double ordered_pairs(const struct pair *, const struct pair *);
void strided(double *, int);
void down(int *, long);
void unroll4(double *, double *, int);
int branchy(const int *, int);
void mm(int, double[][64], double[][64], double[][64]);
void fib(double *, int);
unsigned hash(const char *);
void toggle(int *, int);
void complex_product(float *, const float *, int);
int sum(const int *, int);
long triangle(int);
int find(const int *, int);
void small_inside(double *, int);
void jam(void);
void gather(double *, const double *, const int *, int);
void fixed(float *);

#define N 10000 /* many times what any machine loop does at once */

int main(void) {
  double *a = calloc(4 * N, sizeof *a), *b = calloc(4 * N, sizeof *b);
  int *at = calloc(N + 1, sizeof *at);
  node *nodes = calloc(N, sizeof *nodes);
  for (int i = 0; i + 1 < N; ++i) nodes[i].next = &nodes[i + 1];
  char *text = malloc(N + 1);
  memset(text, 'x', N);
  text[N] = 0;
  memset(b, 1, N * sizeof *b);
  scale(a, b, N), check("scale", N);
  bytes((signed char *)a, (signed char *)b, N), check("bytes", N);
  widen(a, (signed char *)b, N), check("widen", N);
  pi(N), check("pi", N);
  list(nodes), check("list", N);
  ordered(a, N), check("ordered", N);
  ordered_backward((float *)a, N), check("ordered_backward", N);
  ordered_pairs((struct pair *)a, (struct pair *)a + N / 2), check("ordered_pairs", N / 2);
  strided(a, N), check("strided", N / 2);
  down((int *)a, N), check("down", N);
  unroll4(a, b, N), check("unroll4", N);
  branchy((int *)b, N), check("branchy", N);
  mm(64, (double(*)[64])a, (double(*)[64])b, (double(*)[64])b), check_line("mm", 0, 64 * 64 * 64, 64 * 64);
  fib(a, N), check("fib", N - 2);
  hash(text), check("hash", N);
  toggle((int *)a, N), check("toggle", N);
  complex_product((float *)a, (float *)b, N), check("complex_product", N);
  sum(at, N), check("sum", N);
  triangle(N), check("triangle", N);
  at[N] = 7, find(at, 7), check("find", N);
  small_inside(a, N), check_line("small_inside", INNER - 1, N, 1), check_line("small_inside", INNER, 3 * N, N);
  jam(), check_line("jam", 0, 64 * 64, 64);
  at[N] = 0, gather(a, b, at, N), check("gather", N);
  fixed((float *)a), check("fixed", 10000);
  return finish_checks();
}
#endif
