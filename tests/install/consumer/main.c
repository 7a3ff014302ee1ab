void scale(double *values, double factor, int count);
double total(const double *values, int count);

int main(void) {
  double values[4] = {1, 2, 3, 4};
  scale(values, 2.0, 4);
  return total(values, 4) == 20.0 ? 0 : 1;
}
