/* Loops with indirect accesses, branches and integers. */
void gather_tables(double *restrict a, const double *restrict b, const int *restrict at, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i] = b[at[i]];
}

void count_tables(int *histogram, const unsigned char *bytes, long n) {
#pragma osaca analyze
  for (long i = 0; i < n; ++i)
    histogram[bytes[i]]++;
}

int search_tables(const int *a, int n, int wanted) {
  int found = -1;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    if (a[i] == wanted && found < 0)
      found = i;
  return found;
}

unsigned hash_tables(const unsigned char *text, int n) {
  unsigned h = 2166136261u;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    h = (h ^ text[i]) * 16777619u;
  return h;
}

struct item {
  struct item *next;
  int value;
};

int walk_tables(const struct item *list) {
  int sum = 0;
#pragma osaca analyze
  while (list) {
    sum += list->value;
    list = list->next;
  }
  return sum;
}

void clamp_tables(int *a, int least, int most, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i) {
    if (a[i] < least)
      a[i] = least;
    else if (a[i] > most)
      a[i] = most;
  }
}

long weigh_tables(const short *a, const short *b, int n) {
  long s = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    s += (long)a[i] * b[i];
  return s;
}

void mix_tables(unsigned long *s, int n) {
  unsigned long x = *s;
#pragma osaca analyze
  for (int i = 0; i < n; ++i) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
  }
  *s = x;
}

void transpose_tables(float *restrict a, const float *restrict b, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    a[i * n] = b[i];
}

int parse_tables(const char *text, int n) {
  int value = 0;
#pragma osaca analyze
  for (int i = 0; i < n; ++i) {
    if (text[i] < '0' || text[i] > '9')
      break;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}
