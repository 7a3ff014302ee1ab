struct particles {
  double (*position)[3];
  double (*velocity)[3];
  double *mass;
  double *charge;
};

double total_mass(const struct particles *particles, int n) {
  const double *mass = particles->mass;
  double sum = 0;
#pragma osaca analyze data(L3)
  for (int i = 0; i < n; ++i)
    sum += mass[i];
  return sum;
}
