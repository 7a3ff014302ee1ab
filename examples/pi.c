/* Pi as the area under 4 / (1 + x^2): one division per step, which most cores cannot overlap with the next one. Without
   -ffast-math the sum is also a chain of additions; at -O0 and -O1 that chain may run through memory. */
double pi(int steps) {
  const double width = 1.0 / steps;
  double sum = 0.0;
#pragma osaca analyze
  for (int i = 0; i < steps; ++i) {
    const double x = (i + 0.5) * width;
    sum += 4.0 / (1.0 + x * x);
  }
  return sum * width;
}
