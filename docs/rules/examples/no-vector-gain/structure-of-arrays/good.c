struct bodies {
  float *x, *y, *z, *vx, *vy, *vz, *mass;
};

void weigh(float *restrict out, const struct bodies *bodies, int n) {
  const float *x = bodies->x, *y = bodies->y, *mass = bodies->mass;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = x[i] * mass[i] + y[i];
}
