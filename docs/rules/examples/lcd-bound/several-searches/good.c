/* The position of each key in a sorted table; the number of keys is even. */
void find(int *places, const int *keys, int key_count, const int *table, int size) {
  for (int key = 0; key < key_count; key += 2) {
    const int *at = table, *other = table;
    const int wanted = keys[key], other_wanted = keys[key + 1];
#pragma osaca analyze
    for (int left = size; left > 1; left -= left / 2) {
      at += at[left / 2 - 1] < wanted ? left / 2 : 0;
      other += other[left / 2 - 1] < other_wanted ? left / 2 : 0;
    }
    places[key] = (int)(at - table);
    places[key + 1] = (int)(other - table);
  }
}
