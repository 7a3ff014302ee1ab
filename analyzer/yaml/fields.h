// Reading the keys of a YAML map by name and type. Every departure from what was asked for is collected as an Error
// with its place, so that one run shows all of them.
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
  [[nodiscard]] bool full() const { return errors_.size() >= limit; } ///< not worth reading on
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
/// "3", "0.25" or "1/3", from 0 to a million.
[[nodiscard]] std::optional<Cycles> cycles_of(const YamlNode &node, std::string_view what, Problems &problems);
[[nodiscard]] std::optional<int> integer_of(const YamlNode &node, std::string_view what, int least, int most,
                                            Problems &problems);
/// A list of words, or a single one. Pointers into `node`.
[[nodiscard]] std::vector<const YamlNode *> words_of(const YamlNode &node, std::string_view what, Problems &problems);

/// The same number syntax for text that is part of something larger. Empty: malformed or out of range.
[[nodiscard]] std::optional<Cycles> parse_nonnegative(std::string_view text);

/// Hands out the values of a map by key and reports keys that nobody asked for.
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

  /// Call when all known keys were asked for.
  void refuse_others() const;

private:
  const YamlNode &node_;
  std::string what_;
  Problems &problems_;
  std::vector<std::string> known_;
};

} // namespace osaca
