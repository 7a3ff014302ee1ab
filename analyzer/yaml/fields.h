// Reads the keys of a YAML map by name and type. Every violation is collected as an Error with its line and column, so
// that one run shows all of them.
#pragma once

#include "base/cycles.h"
#include "yaml/tree.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// The problems of one file.
class Problems {
public:
  explicit Problems(std::string file) : file_(std::move(file)) {}

  void add(const YamlNode &at, std::string message);
  [[nodiscard]] bool any() const { return !errors_.empty(); }
  [[nodiscard]] bool full() const { return errors_.size() >= limit; } ///< too many problems to read on
  [[nodiscard]] const std::vector<Error> &errors() const { return errors_; }
  [[nodiscard]] const std::string &file() const { return file_; }

private:
  static constexpr std::size_t limit = 50;
  std::string file_;
  std::vector<Error> errors_;
};

/// `what` names the value in messages: "'latency'".
[[nodiscard]] std::optional<std::string> text_of(const YamlNode &node, std::string_view what, Problems &problems);
[[nodiscard]] std::optional<bool> truth_of(const YamlNode &node, std::string_view what, Problems &problems);
/// Accepts "3", "0.25" or "1/3", from 0 to a million.
[[nodiscard]] std::optional<Cycles> cycles_of(const YamlNode &node, std::string_view what, Problems &problems);
[[nodiscard]] std::optional<int> integer_of(const YamlNode &node, std::string_view what, int least, int most,
                                            Problems &problems);
/// A list of words, or a single one. The pointers point into `node`.
[[nodiscard]] std::vector<const YamlNode *> words_of(const YamlNode &node, std::string_view what, Problems &problems);

/// Parses a number as cycles_of() does, for a part of a longer text. Empty if malformed or out of range.
[[nodiscard]] std::optional<Cycles> parse_nonnegative(std::string_view text);

/// Returns the values of a map by key, and reports the keys that were not requested.
class Fields {
public:
  /// `what` names the map in messages: "a form".
  Fields(const YamlNode &node, std::string what, Problems &problems);

  [[nodiscard]] const YamlNode *find(std::string_view key);
  [[nodiscard]] const YamlNode *require(std::string_view key);
  [[nodiscard]] const YamlNode &node() const { return node_; }

  [[nodiscard]] std::optional<std::string> text(std::string_view key);
  [[nodiscard]] bool truth(std::string_view key, bool otherwise);
  [[nodiscard]] Cycles cycles(std::string_view key, Cycles otherwise);

  /// Reports the keys that were not requested. Call it after all known keys have been requested.
  void refuse_others() const;

private:
  const YamlNode &node_;
  std::string what_;
  Problems &problems_;
  std::vector<std::string> known_;
};

} // namespace osaca
