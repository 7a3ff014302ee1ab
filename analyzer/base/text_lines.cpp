#include "base/text_lines.h"

namespace osaca {

std::vector<std::string> lines_of(const std::string &text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string::npos)
      end = text.size();
    lines.emplace_back(text, begin, end - begin);
    if (!lines.back().empty() && lines.back().back() == '\r')
      lines.back().pop_back();
    begin = end + 1;
  }
  return lines;
}

} // namespace osaca
