// In C, Clang gives metadata to the inner loop, but not to `while (1)`. With locations it does, which changes the code
// (Clang 19).
int next_byte(void *), size(void *), fill(int *, int);
int run(void *file, int *left) {
  int data[256];
  int filled = 0;
  while (1) {
    if (*left <= 0) {
      if (!size(file))
        return -5;
      *left = size(file) - 4;
    }
    while (*left > 0) {
      int kind = next_byte(file);
      int bytes = size(file);
      if (bytes < 4)
        return -6;
      *left -= bytes;
      switch (kind) {
      case 3:
        if (fill(data, bytes - 4) < bytes - 4)
          return -5;
        filled = bytes;
        break;
      case 1: return data[filled];
      case 2: return next_byte(data);
      default: next_byte(file);
      }
    }
  }
}
