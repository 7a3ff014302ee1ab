/* void f(struct buffer *to, const char *text, int n) */
#include "driver.h"

struct buffer {
  char *data;
  long length;
};
void FUNCTION(struct buffer *to, const char *text, int n);
static char text[4 * count], data[4 * count];
static struct buffer buffer;

static void prepare(void) {
  for (int i = 0; i < 4 * count; ++i)
    text[i] = (char)random_bits();
}
static void call(void) {
  buffer.data = data;
  buffer.length = 0;
  FUNCTION(&buffer, text, 4 * count);
}
static void results(void) {
  put((double)buffer.length);
  for (int i = 0; i < 4 * count; ++i)
    put(data[i]);
}
