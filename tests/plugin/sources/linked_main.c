double summed(const double *a, int n);
void triad(double *a, const double *b, const double *c, int n);
void matrix(double *a, const double *b, int n, int m);
double three(const double *a, int n);
int collatz(unsigned long n);
int digits(unsigned n);
int two(const int *a, const int *b, int n);
const char *behind(const char *text, int c);
int header(const int *a, int n);
int header_again(const int *a, int n);

int main(int argc, char **argv) {
  static double a[100], b[100], c[100];
  static int d[100], e[100];
  triad(a, b, c, argc);
  matrix(a, b, argc, argc);
  return (int)(summed(a, argc) + three(b, argc)) + collatz((unsigned long)argc) + digits((unsigned)argc) + two(d, e, argc) +
         (behind(argv[0], argc) != 0) + header(d, argc) + header_again(e, argc);
}
