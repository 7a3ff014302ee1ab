double divided(const double *a, const double *b, int n);
void scaled(double *a, double by, int n);

static inline double squared(double x) { return x * x; }
