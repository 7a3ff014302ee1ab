// Typed access to a JSON document from a stranger. Every miss throws MalformedJson with the path to the offending
// value; the caller catches it at the border of the module.
#pragma once

#include "base/cycles.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

namespace osaca {

struct MalformedJson : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Whether brackets outside of strings are nested deeper than any of our formats needs: a parser never sees "[[[[...".
inline bool nested_too_deeply(std::string_view text) {
  constexpr int deepest_nesting = 16; // the formats need 6
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > deepest_nesting)
        return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

/// A value and how one gets to it: "functions[2].loops[0]".
class JsonField {
public:
  JsonField(const nlohmann::json &value, std::string path) : value_(value), path_(std::move(path)) {}

  [[nodiscard]] const std::string &path() const { return path_; }
  [[nodiscard]] bool has(const char *key) const { return value_.is_object() && value_.contains(key); }

  [[nodiscard]] JsonField at(const char *key) const {
    if (!value_.is_object())
      fail("expected an object");
    const auto found = value_.find(key);
    if (found == value_.end())
      fail(std::string("the field '") + key + "' is missing");
    return {*found, path_.empty() ? key : path_ + "." + key};
  }

  [[nodiscard]] std::size_t size() const {
    if (!value_.is_array())
      fail("expected a list");
    return value_.size();
  }
  [[nodiscard]] JsonField at(std::size_t index) const {
    if (index >= size())
      fail("expected at least " + std::to_string(index + 1) + " elements");
    return {value_[index], path_ + "[" + std::to_string(index) + "]"};
  }

  [[nodiscard]] std::string text() const {
    if (!value_.is_string())
      fail("expected a text");
    return value_.get<std::string>();
  }
  [[nodiscard]] bool boolean() const {
    if (!value_.is_boolean())
      fail("expected true or false");
    return value_.get<bool>();
  }
  /// A whole number from `least` to `most`.
  [[nodiscard]] int number(int least, int most = std::numeric_limits<int>::max()) const {
    if (!value_.is_number_integer() && !value_.is_number_unsigned())
      fail("expected a whole number");
    const bool huge = value_.is_number_unsigned() &&
                      value_.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<int>::max());
    const std::int64_t number = huge ? std::numeric_limits<std::int64_t>::max() : value_.get<std::int64_t>();
    if (number < least || number > most)
      fail("the number is out of range (" + std::to_string(least) + " to " + std::to_string(most) + ")");
    return static_cast<int>(number);
  }

  /// A number of cycles: finite and not negative.
  [[nodiscard]] Cycles cycles() const {
    if (!value_.is_number())
      fail("expected a number");
    const double number = value_.get<double>();
    if (!(number >= 0 && number <= 1e9))
      fail("the number is out of range (0 to 1e9)");
    return Cycles::nearest(number);
  }

  /// With a default for a field that may be left out.
  [[nodiscard]] std::string text_or(const char *key, std::string otherwise) const {
    return has(key) ? at(key).text() : std::move(otherwise);
  }
  [[nodiscard]] bool boolean_or(const char *key, bool otherwise) const {
    return has(key) ? at(key).boolean() : otherwise;
  }
  [[nodiscard]] int number_or(const char *key, int otherwise, int least, int most) const {
    return has(key) ? at(key).number(least, most) : otherwise;
  }

  [[noreturn]] void fail(const std::string &message) const {
    throw MalformedJson((path_.empty() ? "" : path_ + ": ") + message);
  }

private:
  const nlohmann::json &value_;
  std::string path_;
};

} // namespace osaca
