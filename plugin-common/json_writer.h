// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a capture directly as JSON text. No document tree is built, so a large unit needs memory for one string only.
// Bytes that are not valid UTF-8 become U+FFFD, so that the output is valid JSON even if a file name is not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace osaca::capture {

class JsonWriter {
public:
  JsonWriter &begin_object();
  JsonWriter &end_object();
  JsonWriter &begin_array();
  JsonWriter &end_array();
  JsonWriter &key(std::string_view name);
  JsonWriter &value(std::string_view text);
  JsonWriter &value(const char *text) { return value(std::string_view(text)); }
  JsonWriter &value(long number);
  JsonWriter &value(int number) { return value(static_cast<long>(number)); }
  JsonWriter &value(bool truth);
  JsonWriter &value(double number); ///< must be finite

  template <typename T> JsonWriter &member(std::string_view name, const T &content) { return key(name).value(content); }

  [[nodiscard]] std::string take() && { return std::move(text_); }

private:
  void separate();
  void quote(std::string_view text);

  std::string text_;
  std::vector<bool> has_members_; // one entry per open object or array
  bool after_key_ = false;
};

} // namespace osaca::capture
