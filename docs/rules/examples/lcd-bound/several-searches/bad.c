/* The position of each key in a sorted table. */
void find(int *places, const int *keys, int key_count, const int *table, int size) {
  for (int key = 0; key < key_count; ++key) {
    const int *at = table;
#pragma osaca analyze
    for (int left = size; left > 1; left -= left / 2)
      at += at[left / 2 - 1] < keys[key] ? left / 2 : 0;
    places[key] = (int)(at - table);
  }
}
