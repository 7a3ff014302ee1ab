struct buffer {
  char *data;
  long length;
};

void append(struct buffer *to, const char *text, int n) {
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    to->data[to->length++] = text[i]; /* may overwrite to->length */
}
