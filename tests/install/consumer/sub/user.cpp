int user(int x) { return x + 1; }
