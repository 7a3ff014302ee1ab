#pragma once

void normalise(float *restrict samples, int count, float peak);
float energy(const float *samples, int count);
