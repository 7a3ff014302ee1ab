// OPTIONS: -fexceptions
// Loops with exceptions and destructors in them. No jump leads to a handler; the text alone does not tell where it belongs.
void may_throw(int);
struct Guard {
  ~Guard();
};

int thrown_inside(const int *a, int n) {
  int s = 0;
  // EXPECT found in=thrown_inside
#pragma osaca analyze
  for (int i = 0; i < n; i++) {
    if (a[i] < 0)
      throw i;
    s = s * 3 + a[i];
  }
  return s;
}

int caught_inside(const int *a, int n) {
  int s = 0;
  // EXPECT found in=caught_inside
#pragma osaca analyze
  for (int i = 0; i < n; i++) {
    try {
      may_throw(a[i]);
    } catch (int e) {
      s += e;
    }
  }
  return s;
}

int caught_outside(const int *a, int n) {
  int s = 0;
  try {
    // EXPECT found in=caught_outside
#pragma osaca analyze
    for (int i = 0; i < n; i++) {
      may_throw(a[i]);
      s = s * 5 + a[i];
    }
  } catch (...) {
    return s;
  }
  return -s;
}

void with_destructors(const int *a, int n) {
  // EXPECT found in=with_destructors
#pragma osaca analyze
  for (int i = 0; i < n; i++) {
    Guard guard;
    may_throw(a[i]);
  }
}

int in_handler(const int *a, int n) {
  int s = 0;
  try {
    may_throw(n);
  } catch (int e) {
    // EXPECT found in=in_handler
#pragma osaca analyze
    for (int i = 0; i < n; i++)
      s = s * e + a[i];
  }
  return s;
}

int never_throws(const int *a, int n) noexcept {
  int s = 0;
  // EXPECT found in=never_throws
#pragma osaca analyze
  for (int i = 0; i < n; i++) {
    may_throw(a[i]);
    s = s * 7 + a[i];
  }
  return s;
}
