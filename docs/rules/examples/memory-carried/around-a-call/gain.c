double gain(double x) { return x * (0.5 * x + 0.5); }
