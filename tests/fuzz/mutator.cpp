#include "mutator.h"

#include <algorithm>

namespace osaca::test {

namespace {

constexpr std::size_t max_size_bytes = 256 * 1024;

/// Numbers at which readers tend to break.
constexpr std::string_view numbers[] = {"0",          "-1",
                                        "1",          "65536",
                                        "2147483648", "-2147483649",
                                        "4294967296", "9223372036854775807",
                                        "1e309",      "999999999999999999999"};

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The whole line around a place, its end of line included.
Range line_around(const std::string &text, std::size_t place) {
  const std::size_t before = place == 0 ? std::string::npos : text.rfind('\n', place - 1);
  const std::size_t after = text.find('\n', place);
  return {before == std::string::npos ? 0 : before + 1, after == std::string::npos ? text.size() : after + 1};
}

void replace_number(std::string &text, std::size_t place, std::string_view number) {
  const std::size_t begin = text.find_first_of("0123456789", place);
  if (begin == std::string::npos)
    return;
  const std::size_t end = std::min(text.find_first_not_of("0123456789", begin), text.size());
  text.replace(begin, end - begin, number);
}

} // namespace

std::string Mutator::mutate(std::string text, const std::string &other) {
  for (std::size_t changes = 1 + below(8); changes > 0; --changes)
    change(text, other);
  if (text.size() > max_size_bytes)
    text.resize(max_size_bytes);
  return text;
}

std::string Mutator::mutate_in_place(std::string bytes) {
  constexpr std::uint32_t words[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x10000, 0xfffffff0};
  for (std::size_t changes = 1 + below(12); changes > 0 && !bytes.empty(); --changes) {
    // Headers are small and matter most: half of the changes hit the first or the last 512 bytes.
    const std::size_t near = below(std::min<std::size_t>(bytes.size(), 512));
    const std::size_t places[] = {below(bytes.size()), below(bytes.size()), near, bytes.size() - 1 - near};
    const std::size_t place = places[below(4)];
    switch (below(8)) {
    case 0:
      if (below(8) == 0)
        bytes.resize(place);
      break;
    case 1:
    case 2: {
      const std::uint32_t word = words[below(std::size(words))];
      for (std::size_t i = 0; i < 4 && place + i < bytes.size(); ++i)
        bytes[place + i] = static_cast<char>(word >> (8 * i));
      break;
    }
    case 3: bytes[place] = static_cast<char>(below(256)); break;
    default: bytes[place] = static_cast<char>(bytes[place] ^ (1 << below(8))); break;
    }
  }
  return bytes;
}

void Mutator::change(std::string &text, const std::string &other) {
  const std::size_t place = below(text.size() + 1);
  const Range line = line_around(text, place);
  switch (below(10)) {
  case 0: // a flipped bit
    if (place < text.size())
      text[place] = static_cast<char>(text[place] ^ (1 << below(8)));
    break;
  case 1: // a byte of any value
    text.insert(place, 1, static_cast<char>(below(256)));
    break;
  case 2: // a cut-off file
    if (below(4) == 0)
      text.resize(place);
    break;
  case 3: // a missing piece
    text.erase(place, below(32));
    break;
  case 4: // a line twice, or a thousand times
    text.insert(line.end, [&] {
      std::string copies;
      const std::string one = text.substr(line.begin, line.end - line.begin);
      for (std::size_t left = below(20) == 0 ? 1000 : 1; left > 0 && copies.size() < max_size_bytes; --left)
        copies += one;
      return copies;
    }());
    break;
  case 5: // a missing line
    text.erase(line.begin, line.end - line.begin);
    break;
  case 6: // a word that means something, where it does not belong
    if (!dictionary_.empty())
      text.insert(place, dictionary_[below(dictionary_.size())]);
    break;
  case 7: replace_number(text, place, numbers[below(std::size(numbers))]); break;
  case 8: { // a line from another seed
    const Range foreign = line_around(other, below(other.size() + 1));
    text.insert(line.begin, other, foreign.begin, foreign.end - foreign.begin);
    break;
  }
  default: // deep nesting, long words
    text.insert(place, std::string(1 + below(2000), "([{-%\"\\ \t:$a0"[below(14)]));
    break;
  }
}

} // namespace osaca::test
