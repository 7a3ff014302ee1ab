enum { width = 131072 }; /* 1 MiB a row */

void smooth(double (*restrict out)[width], const double (*restrict in)[width], int rows) {
  for (int i = 1; i < rows - 1; ++i)
#pragma osaca analyze data(L3) rows(131072)
    for (int j = 1; j < width - 1; ++j)
      out[i][j] = 0.25 * (in[i - 1][j] + in[i + 1][j] + in[i][j - 1] + in[i][j + 1]);
}
