/* void f(int *places, const int *keys, int key_count, const int *table, int size) */
#include "driver.h"

void FUNCTION(int *places, const int *keys, int key_count, const int *table, int size);
static int keys[count], table[count], places[count];

static void prepare(void) {
  for (int i = 0; i < count; ++i) {
    table[i] = 10 * i;
    keys[i] = (int)(random_bits() % (10 * count));
  }
}
static void call(void) { FUNCTION(places, keys, count, table, count); }
static void results(void) {
  for (int i = 0; i < count; ++i)
    put(places[i]);
}
