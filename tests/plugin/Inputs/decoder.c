/* As decoders are written: small helpers that go into everything, one large helper that two callers share and that is
   always given the same capacity, the same loop in several versions, and tables that hold functions. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { capacity = 256, bits_of_table = 11 };

typedef struct {
  uint64_t container;
  unsigned used;
  const uint8_t *next, *start;
} bit_reader;

typedef struct {
  uint8_t symbol, bits;
} entry;

static int begin(bit_reader *reader, const uint8_t *data, size_t size) {
  if (size < sizeof reader->container)
    return 0;
  reader->start = data;
  reader->next = data + size - sizeof reader->container;
  memcpy(&reader->container, reader->next, sizeof reader->container);
  reader->used = 8 - (unsigned)(__builtin_clz(data[size - 1] | 1) - 24);
  return data[size - 1] != 0;
}

static inline size_t look(const bit_reader *reader, unsigned count) {
  return (size_t)((reader->container << (reader->used & 63)) >> 1 >> ((63 - count) & 63));
}

static int refill(bit_reader *reader) {
  if (reader->used > 64)
    return 2;
  if (reader->next == reader->start)
    return 1;
  size_t bytes = reader->used >> 3;
  if ((size_t)(reader->next - reader->start) < bytes)
    bytes = (size_t)(reader->next - reader->start);
  reader->next -= bytes;
  reader->used -= (unsigned)bytes * 8;
  memcpy(&reader->container, reader->next, sizeof reader->container);
  return 0;
}

static inline uint8_t decode(bit_reader *reader, const entry *table) {
  const entry found = table[look(reader, bits_of_table)];
  reader->used += found.bits;
  return found.symbol;
}

/* Too large to go into both of its callers; its second parameter is the same in both. */
static size_t read_weights(uint8_t *weights, size_t limit, uint32_t *ranks, size_t *symbols, const uint8_t *data,
                           size_t size) {
  size_t total = 0, count = 0;
  memset(ranks, 0, 16 * sizeof *ranks);
  if (size == 0)
    return 0;
  if (data[0] >= 128) {
    count = data[0] - 127U;
    if (count >= limit || (count + 1) / 2 + 1 > size)
      return 0;
    for (size_t i = 0; i < count; i += 2) {
      weights[i] = data[1 + i / 2] >> 4;
      weights[i + 1] = data[1 + i / 2] & 15;
    }
  } else {
    for (size_t i = 1; i < size && count < limit; ++i)
      for (unsigned run = data[i] >> 4; run > 0 && count < limit; --run)
        weights[count++] = data[i] & 15;
  }
  for (size_t i = 0; i < count; ++i) {
    if (weights[i] > bits_of_table)
      return 0;
    ++ranks[weights[i]];
    total += ((size_t)1 << weights[i]) >> 1;
  }
  if (total == 0 || (total & (total - 1)) != 0)
    return 0;
  *symbols = count;
  return total;
}

static int build(entry *table, const uint8_t *data, size_t size) {
  uint8_t weights[capacity + 1];
  uint32_t ranks[16], at = 0;
  size_t symbols;
  if (read_weights(weights, capacity, ranks, &symbols, data, size) == 0)
    return 0;
  for (size_t symbol = 0; symbol < symbols; ++symbol)
    for (uint32_t i = 0; i < (1U << weights[symbol]) >> 1 && at < 1U << bits_of_table; ++i, ++at) {
      table[at].symbol = (uint8_t)symbol;
      table[at].bits = (uint8_t)(bits_of_table + 1 - weights[symbol]);
    }
  return at != 0;
}

static inline size_t decode_all(uint8_t *out, size_t length, bit_reader *reader, const entry *table, int step) {
  uint8_t *const first = out, *const end = out + length;
#pragma osaca analyze
  while (out + step <= end && refill(reader) == 0) {
    *out++ = decode(reader, table);
    if (step > 1)
      *out++ = decode(reader, table);
    if (step > 2)
      *out++ = decode(reader, table);
  }
  return (size_t)(out - first);
}

size_t decode_one(uint8_t *out, size_t length, const uint8_t *data, size_t size) {
  static entry table[1 << bits_of_table];
  bit_reader reader;
  return build(table, data, size) && begin(&reader, data, size) ? decode_all(out, length, &reader, table, 1) : 0;
}

size_t decode_three(uint8_t *out, size_t length, const uint8_t *data, size_t size, const entry *table) {
  bit_reader reader;
  return begin(&reader, data, size) ? decode_all(out, length, &reader, table, 3) : 0;
}

size_t count_symbols(const uint8_t *data, size_t size) {
  uint8_t weights[capacity + 1];
  uint32_t ranks[16];
  size_t symbols = 0, used = 0;
  if (read_weights(weights, capacity, ranks, &symbols, data, size) == 0)
    return 0;
#pragma osaca analyze
  for (size_t i = 0; i < symbols; ++i)
    used += weights[i] != 0;
  return used;
}

typedef size_t (*decoder)(uint8_t *, size_t, const uint8_t *, size_t);
static size_t decode_nothing(uint8_t *out, size_t length, const uint8_t *data, size_t size) {
  memset(out, 0, length);
  return data != NULL && size > 0 ? length : 0;
}
static const decoder decoders[] = {decode_nothing, decode_one};
size_t decode_with(int kind, uint8_t *out, size_t length, const uint8_t *data, size_t size) {
  return decoders[kind & 1](out, length, data, size);
}
