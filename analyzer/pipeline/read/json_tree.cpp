#include "pipeline/read/json_tree.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace osaca {

namespace {

constexpr std::size_t surely_finite_digits = 300; ///< a shorter number without exponent is in the range of double

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether a byte of a text is an ASCII character that stands for itself.
constexpr std::array<bool, 256> plain_bytes = [] {
  std::array<bool, 256> plain = {};
  for (std::size_t c = 0x20; c < 0x80; ++c)
    plain[c] = c != '"' && c != '\\';
  return plain;
}();

/// The four hexadecimal digits at `at`; -1: they are something else.
int code_unit_at(std::string_view text, std::size_t at) {
  if (at + 4 > text.size())
    return -1;
  int unit = 0;
  const auto [end, error] = std::from_chars(text.data() + at, text.data() + at + 4, unit, 16);
  return error == std::errc() && end == text.data() + at + 4 && text[at] != '-' ? unit : -1;
}

bool is_high_surrogate(int unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low_surrogate(int unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

/// Bytes of the UTF-8 sequence at `at`, which begins with a byte above 0x7F; 0: it is malformed (RFC 3629, section 4).
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : static_cast<unsigned char>(0);
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned char first = byte(0);
  if (first >= 0xC2 && first <= 0xDF)
    return continues(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool is_valid =
        continues(1) && continues(2) && (first != 0xE0 || byte(1) >= 0xA0) && (first != 0xED || byte(1) < 0xA0);
    return is_valid ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool is_valid = continues(1) && continues(2) && continues(3) && (first != 0xF0 || byte(1) >= 0x90) &&
                          (first != 0xF4 || byte(1) < 0x90);
    return is_valid ? 4 : 0;
  }
  return 0;
}

void append_utf8(std::string &out, unsigned point) {
  const auto add = [&out](unsigned byte) { out += static_cast<char>(byte); };
  if (point < 0x80U) {
    add(point);
  } else if (point < 0x800U) {
    add(0xC0U | point >> 6U);
    add(0x80U | (point & 0x3FU));
  } else if (point < 0x10000U) {
    add(0xE0U | point >> 12U);
    add(0x80U | (point >> 6U & 0x3FU));
    add(0x80U | (point & 0x3FU));
  } else {
    add(0xF0U | point >> 18U);
    add(0x80U | (point >> 12U & 0x3FU));
    add(0x80U | (point >> 6U & 0x3FU));
    add(0x80U | (point & 0x3FU));
  }
}

/// Precondition: the parser has accepted the text.
std::string without_escapes(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\') {
      out += text[at];
      continue;
    }
    switch (text[++at]) {
    case 'b': out += '\b'; break;
    case 'f': out += '\f'; break;
    case 'n': out += '\n'; break;
    case 'r': out += '\r'; break;
    case 't': out += '\t'; break;
    case 'u': {
      int point = code_unit_at(text, at + 1);
      at += 4;
      if (is_high_surrogate(point)) {
        point = 0x10000 + ((point - 0xD800) << 10) + (code_unit_at(text, at + 3) - 0xDC00);
        at += 6;
      }
      append_utf8(out, static_cast<unsigned>(point));
      break;
    }
    default: out += text[at]; break;
    }
  }
  return out;
}

} // namespace

class JsonTreeParser {
public:
  JsonTreeParser(std::string_view text, int most_nested) : text_(text), room_(most_nested), out_(text) {}

  std::optional<JsonTree> parse() {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    constexpr std::size_t usual_bytes_of_value = 12;
    if (text_.size() > std::numeric_limits<std::uint32_t>::max())
      return std::nullopt;
    out_.values_.reserve(text_.size() / usual_bytes_of_value + 1);
    at_ = text_.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    if (!value())
      return std::nullopt;
    skip_blanks();
    return at_ == text_.size() ? std::optional(std::move(out_)) : std::nullopt;
  }

private:
  using Kind = JsonTree::Kind;
  using Value = JsonTree::Value;

  [[nodiscard]] char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t'))
      ++at_;
  }

  bool skip(char c) {
    skip_blanks();
    if (here() != c)
      return false;
    ++at_;
    return true;
  }

  void add(Kind kind, std::size_t begin, bool is_escaped = false) {
    const auto size = static_cast<std::uint32_t>(at_ - begin);
    out_.values_.push_back({kind, is_escaped, static_cast<std::uint32_t>(begin), size,
                            static_cast<JsonTree::Node>(out_.values_.size() + 1)});
  }

  bool value() {
    skip_blanks();
    switch (here()) {
    case '{': return container(Kind::object, '}');
    case '[': return container(Kind::array, ']');
    case '"': return text();
    case 't': return word("true", Kind::yes);
    case 'f': return word("false", Kind::no);
    case 'n': return word("null", Kind::null);
    default: return number();
    }
  }

  bool container(Kind kind, char end) {
    if (room_-- == 0)
      return false;
    ++at_;
    const std::size_t index = out_.values_.size();
    out_.values_.push_back({kind});
    std::uint32_t count = 0;
    if (!skip(end)) {
      do {
        if (kind == Kind::object && !(begins_text() && text() && skip(':')))
          return false;
        if (!value())
          return false;
        ++count;
      } while (skip(','));
      if (!skip(end))
        return false;
    }
    out_.values_[index].size = count;
    out_.values_[index].after = static_cast<JsonTree::Node>(out_.values_.size());
    ++room_;
    return true;
  }

  bool begins_text() {
    skip_blanks();
    return here() == '"';
  }

  bool text() {
    const std::size_t begin = ++at_;
    bool is_escaped = false;
    while (true) {
      while (at_ < text_.size() && plain_bytes[static_cast<unsigned char>(text_[at_])])
        ++at_;
      const char c = here();
      if (c == '"') {
        add(Kind::text, begin, is_escaped);
        ++at_;
        return true;
      }
      const std::size_t length = c == '\\' ? escape_length() : utf8_length(text_, at_);
      if (length == 0)
        return false;
      is_escaped = is_escaped || c == '\\';
      at_ += length;
    }
  }

  /// Bytes of the escape sequence here; 0: it is malformed.
  [[nodiscard]] std::size_t escape_length() const {
    const char kind = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (kind != 'u')
      return kind != '\0' && std::string_view("\"\\/bfnrt").find(kind) != std::string_view::npos ? 2 : 0;
    const int unit = code_unit_at(text_, at_ + 2);
    if (unit < 0 || is_low_surrogate(unit))
      return 0;
    if (!is_high_surrogate(unit))
      return 6;
    return text_.substr(at_ + 6, 2) == "\\u" && is_low_surrogate(code_unit_at(text_, at_ + 8)) ? 12 : 0;
  }

  bool word(std::string_view word, Kind kind) {
    if (text_.substr(at_, word.size()) != word)
      return false;
    at_ += word.size();
    add(kind, at_);
    return true;
  }

  bool digits() {
    const std::size_t begin = at_;
    while (is_digit(here()))
      ++at_;
    return at_ > begin;
  }

  bool number() {
    const std::size_t begin = at_;
    if (here() == '-')
      ++at_;
    if (here() == '0')
      ++at_;
    else if (!digits())
      return false;
    Kind kind = Kind::integer;
    bool has_exponent = false;
    if (here() == '.') {
      kind = Kind::real;
      ++at_;
      if (!digits())
        return false;
    }
    if (here() == 'e' || here() == 'E') {
      kind = Kind::real;
      has_exponent = true;
      ++at_;
      if (here() == '+' || here() == '-')
        ++at_;
      if (!digits())
        return false;
    }
    if ((has_exponent || at_ - begin > surely_finite_digits) &&
        !std::isfinite(std::strtod(std::string(text_.substr(begin, at_ - begin)).c_str(), nullptr)))
      return false;
    add(kind, begin);
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int room_; ///< brackets that may still be opened here
  JsonTree out_;
};

std::optional<JsonTree> JsonTree::parse(std::string_view text, int most_nested) {
  return JsonTreeParser(text, most_nested).parse();
}

std::optional<JsonTree::Node> JsonTree::member(Node object, std::string_view name) const {
  std::optional<Node> found;
  Node at = first(object);
  for (std::uint32_t i = 0; i < values_[object].size; ++i) {
    const Value &key = values_[at];
    if (key.is_escaped ? text(at) == name : slice(at) == name)
      found = at + 1;
    at = after(at + 1);
  }
  return found;
}

std::string JsonTree::text(Node node) const {
  return values_[node].is_escaped ? without_escapes(slice(node)) : std::string(slice(node));
}

std::optional<std::int64_t> JsonTree::whole_number(Node node) const {
  const std::string_view digits = slice(node);
  if (values_[node].kind != Kind::integer)
    return std::nullopt;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error == std::errc())
    return number;
  std::uint64_t unsigned_number = 0;
  const bool fits = std::from_chars(digits.data(), digits.data() + digits.size(), unsigned_number).ec == std::errc();
  return fits ? std::optional(std::numeric_limits<std::int64_t>::max()) : std::nullopt;
}

double JsonTree::real(Node node) const {
  const std::string_view digits = slice(node);
  double number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() ? number : std::strtod(std::string(digits).c_str(), nullptr); // too small for from_chars
}

} // namespace osaca
