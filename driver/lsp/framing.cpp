#include "driver/lsp/framing.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace osaca::driver::lsp {
namespace {

constexpr std::size_t most_header_bytes = 4096;
constexpr std::string_view header_end = "\r\n\r\n";

bool is_same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

/// Empty: there is none, it is no number, or two of them disagree.
std::optional<std::size_t> content_length(std::string_view header) {
  std::optional<std::size_t> length;
  while (!header.empty()) {
    const std::size_t end = header.find("\r\n");
    const std::string_view line = header.substr(0, end);
    header = end == std::string_view::npos ? "" : header.substr(end + 2);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
      return std::nullopt;
    if (!is_same_name(trimmed(line.substr(0, colon)), "Content-Length"))
      continue;
    const std::string_view digits = trimmed(line.substr(colon + 1));
    std::size_t value = 0;
    const auto [parsed, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (failed != std::errc() || parsed != digits.data() + digits.size() || (length && *length != value))
      return std::nullopt;
    length = value;
  }
  return length;
}

} // namespace

void Framing::feed(std::string_view bytes) {
  if (is_lost_)
    return;
  const std::size_t skipped = std::min(to_skip_, bytes.size());
  to_skip_ -= skipped;
  bytes.remove_prefix(skipped);
  if (begin_ > buffer_.size() / 2) {
    buffer_.erase(0, begin_);
    begin_ = 0;
  }
  buffer_ += bytes;
}

std::optional<Framing::Item> Framing::next() {
  if (is_lost_)
    return std::nullopt;
  if (!expected_)
    if (std::optional<Item> item = read_header())
      return item;
  if (!expected_ || buffer_.size() - begin_ < *expected_)
    return std::nullopt;
  std::string content = buffer_.substr(begin_, *expected_);
  begin_ += *expected_;
  expected_.reset();
  return content;
}

std::optional<Framing::Item> Framing::read_header() {
  const std::string_view rest = std::string_view(buffer_).substr(begin_);
  const std::size_t end = rest.substr(0, most_header_bytes).find(header_end);
  if (end == std::string_view::npos)
    return rest.size() < most_header_bytes ? std::nullopt : std::optional(lose("a header that does not end"));
  const std::optional<std::size_t> length = content_length(rest.substr(0, end));
  if (!length)
    return lose("a header without a usable Content-Length");
  begin_ += end + header_end.size();
  if (*length <= most_bytes_) {
    expected_ = length;
    return std::nullopt;
  }
  const std::size_t here = std::min(*length, buffer_.size() - begin_);
  begin_ += here;
  to_skip_ = *length - here;
  return TooLarge{*length};
}

Framing::Item Framing::lose(std::string reason) {
  is_lost_ = true;
  buffer_.clear();
  return Lost{std::move(reason)};
}

std::string framed(const std::string &content) {
  return "Content-Length: " + std::to_string(content.size()) + "\r\n\r\n" + content;
}

} // namespace osaca::driver::lsp
