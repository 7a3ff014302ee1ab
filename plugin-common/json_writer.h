// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a capture directly as JSON text. No document tree is built, so a large unit needs memory for one string only.
// Bytes that are not valid UTF-8 become U+FFFD, so that the output is valid JSON even if a file name is not.
//
// The functions are those of analyzer/render/json/json_writer.h, which the plugins cannot use.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace osaca::capture {

class JsonWriter {
public:
  template <class Fields> void object(Fields &&fields) { nested('{', '}', fields); }
  template <class Range, class Write> void array(const Range &range, Write &&write) {
    nested('[', ']', [&] {
      for (const auto &item : range) {
        next();
        write(item);
      }
    });
  }
  template <class... Items> void array_of(const Items &...items) {
    nested('[', ']', [&] { ((next(), value(items)), ...); });
  }

  /// Writes the name of an object's member. Its value has to follow.
  void key(std::string_view name) {
    next();
    value(name);
    text_ += ':';
  }
  template <class Value> void field(std::string_view name, const Value &held) {
    key(name);
    value(held);
  }

  void value(std::string_view held);
  void value(const std::string &held) { value(std::string_view(held)); }
  void value(const char *held) { value(std::string_view(held)); }
  void value(bool held) { text_ += held ? "true" : "false"; }
  void value(int held) { text_ += std::to_string(held); }
  void value(long held) { text_ += std::to_string(held); }
  void value(double held); ///< must be finite
  template <class Item> void value(const std::vector<Item> &held) {
    array(held, [this](const Item &item) { value(item); });
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

private:
  template <class Inside> void nested(char open, char close, Inside &&inside) {
    text_ += open;
    const bool outer_is_empty = is_empty_;
    is_empty_ = true;
    inside();
    text_ += close;
    is_empty_ = outer_is_empty;
  }
  /// Called before each element.
  void next() {
    if (!is_empty_)
      text_ += ',';
    is_empty_ = false;
  }

  std::string text_;
  bool is_empty_ = true; ///< whether the innermost array or object is still empty
};

} // namespace osaca::capture
