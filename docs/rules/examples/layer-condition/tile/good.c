enum { width = 131072, tile = 1024 }; /* 8 KiB of a row at a time */

void smooth(double (*restrict out)[width], const double (*restrict in)[width], int rows) {
  for (int from = 1; from < width - 1; from += tile) {
    const int to = from + tile < width - 1 ? from + tile : width - 1;
    for (int i = 1; i < rows - 1; ++i)
#pragma osaca analyze data(L3) rows(1024)
      for (int j = from; j < to; ++j)
        out[i][j] = 0.25 * (in[i - 1][j] + in[i + 1][j] + in[i][j - 1] + in[i][j + 1]);
  }
}
