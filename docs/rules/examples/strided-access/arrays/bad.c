struct particle {
  double position[3];
  double velocity[3];
  double mass;
  double charge;
};

double total_mass(const struct particle *particles, int n) {
  double sum = 0;
#pragma osaca analyze data(L3)
  for (int i = 0; i < n; ++i)
    sum += particles[i].mass;
  return sum;
}
