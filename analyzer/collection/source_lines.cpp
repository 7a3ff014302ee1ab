#include "collection/source_lines.h"

#include <algorithm>
#include <utility>

namespace osaca {

LinedText::LinedText(std::string text) : text_(std::move(text)) {
  begins_.reserve(static_cast<std::size_t>(std::ranges::count(text_, '\n')) + 1);
  for (std::size_t begin = 0; begin < text_.size();) {
    begins_.push_back(static_cast<std::uint32_t>(begin));
    const std::size_t end = text_.find('\n', begin);
    begin = end == std::string::npos ? text_.size() : end + 1;
  }
}

std::string_view LinedText::operator[](std::size_t line) const {
  const std::size_t end = line + 1 < begins_.size() ? begins_[line + 1] : text_.size();
  std::string_view out = std::string_view(text_).substr(begins_[line], end - begins_[line]);
  if (out.ends_with('\n'))
    out.remove_suffix(1);
  if (out.ends_with('\r'))
    out.remove_suffix(1);
  return out;
}

std::vector<std::string> LinedText::lines() const {
  std::vector<std::string> out;
  out.reserve(size());
  for (std::size_t line = 0; line < size(); ++line)
    out.emplace_back((*this)[line]);
  return out;
}

} // namespace osaca
