enum { length = 512 }; /* rows of 4096 bytes */

void carry_down(long rows[16][length]) {
#pragma osaca analyze
  for (int i = 0; i < 512; ++i) {
    for (int row = 0; row < 15; ++row)
      rows[row][i] = rows[row + 1][i] + i;
  }
}
