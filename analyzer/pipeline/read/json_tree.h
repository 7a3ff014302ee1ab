// A JSON document as a flat list of values. Most values of a report are skipped when only its rows are needed, so texts
// and numbers are converted when they are read, not when the document is parsed.
//
// Written by hand because nlohmann/json, which the project uses elsewhere, allocates every value. That took most of the
// time of `osaca report` in large builds. A test compares what both accept.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

class JsonTree {
public:
  using Node = std::uint32_t;

  /// Accepts what RFC 8259 allows, in valid UTF-8, with brackets nested at most `most_nested` deep and with numbers in
  /// the range of `double`. Empty: the text is something else. `text` has to outlive the result.
  [[nodiscard]] static std::optional<JsonTree> parse(std::string_view text, int most_nested);

  static constexpr Node root = 0;

  [[nodiscard]] bool is_object(Node node) const { return values_[node].kind == Kind::object; }
  [[nodiscard]] bool is_array(Node node) const { return values_[node].kind == Kind::array; }
  [[nodiscard]] bool is_text(Node node) const { return values_[node].kind == Kind::text; }
  [[nodiscard]] bool is_number(Node node) const { return values_[node].kind >= Kind::integer; }
  [[nodiscard]] bool is_boolean(Node node) const {
    return values_[node].kind == Kind::yes || values_[node].kind == Kind::no;
  }

  /// Of an array: its elements. Of an object: its members.
  [[nodiscard]] std::size_t count(Node node) const { return values_[node].size; }
  /// The first element of an array, or the first name in an object, if it is not empty.
  [[nodiscard]] static Node first(Node node) { return node + 1; }
  /// The value after `node` and everything in it. After a name, this is the member's value.
  [[nodiscard]] Node after(Node node) const { return values_[node].after; }
  /// The last member of this name; empty: there is none.
  [[nodiscard]] std::optional<Node> member(Node object, std::string_view name) const;

  [[nodiscard]] std::string text(Node node) const;
  [[nodiscard]] bool boolean(Node node) const { return values_[node].kind == Kind::yes; }
  /// Empty: it has a fraction or an exponent, or does not fit into 64 bits. A number that only fits into 64 bits
  /// without a sign becomes the largest one with a sign.
  [[nodiscard]] std::optional<std::int64_t> whole_number(Node node) const;
  [[nodiscard]] double real(Node node) const;

private:
  friend class JsonTreeParser;

  enum class Kind : std::uint8_t { null, yes, no, text, array, object, integer, real };
  struct Value {
    Kind kind = Kind::null;
    bool is_escaped = false; ///< a text with escape sequences
    std::uint32_t begin = 0; ///< of texts and numbers: their place in `text_`
    std::uint32_t size = 0;  ///< bytes of texts and numbers, else the number of elements
    Node after = 0;
  };

  explicit JsonTree(std::string_view text) : text_(text) {}
  [[nodiscard]] std::string_view slice(Node node) const {
    return text_.substr(values_[node].begin, values_[node].size);
  }

  std::string_view text_;
  std::vector<Value> values_; ///< a container is followed by everything in it
};

} // namespace osaca
