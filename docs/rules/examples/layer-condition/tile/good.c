enum { width = 131072, tile = 1024 }; /* 8 KiB of a row at a time */

void sum_of_three(double (*restrict out)[width], const double (*restrict in)[width], int rows) {
  for (int from = 0; from < width; from += tile)
    for (int i = 1; i < rows - 1; ++i)
#pragma osaca analyze data(L3) rows(1024)
      for (int j = from; j < from + tile; ++j)
        out[i][j] = in[i - 1][j] + in[i][j] + in[i + 1][j];
}
