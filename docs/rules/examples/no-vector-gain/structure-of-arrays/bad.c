struct body {
  float x, y, z, vx, vy, vz, mass;
};

void weigh(float *restrict out, const struct body *bodies, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    out[i] = bodies[i].x * bodies[i].mass + bodies[i].y;
}
