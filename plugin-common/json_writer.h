// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes captures as JSON text, as it is told: no tree is built, so a capture of a large unit costs one string.
// Bytes that are not UTF-8 become U+FFFD, so that the text is valid JSON whatever a file is called.
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
  JsonWriter &value(double number); ///< finite

  template <typename T> JsonWriter &member(std::string_view name, const T &content) { return key(name).value(content); }

  [[nodiscard]] std::string take() && { return std::move(text_); }

private:
  void separate();
  void quote(std::string_view text);

  std::string text_;
  std::vector<bool> has_members_; // one per open object or array
  bool after_key_ = false;
};

} // namespace osaca::capture
