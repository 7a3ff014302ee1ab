struct buffer {
  char *data;
  long length;
};

void append(struct buffer *to, const char *text, int n) {
  char *data = to->data;
  long length = to->length;
#pragma osaca analyze
  for (int i = 0; i < n; ++i)
    data[length++] = text[i];
  to->length = length;
}
