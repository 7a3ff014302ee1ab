// Reads the subset of YAML that models and settings use: scalars, sequences and maps with text keys. The input is
// untrusted. Anchors, aliases and tags are refused, because a few lines of aliases can expand to gigabytes. Size, depth
// and number of nodes are limited. Each node knows its line and column.
#pragma once

#include "base/expected.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct YamlEntry;

/// A value of the document, with its line and column counted from 1.
struct YamlNode {
  enum class Kind { null, scalar, sequence, map };
  Kind kind = Kind::null;
  std::string text;               ///< of a scalar
  std::vector<YamlNode> items;    ///< of a sequence
  std::vector<YamlEntry> entries; ///< of a map, in the order of the file; no key twice
  int line = 0;
  int column = 0;
};

struct YamlEntry {
  YamlNode key; ///< a scalar
  YamlNode value;
};

/// "a list", "a map", ... for messages.
[[nodiscard]] std::string_view name_of(YamlNode::Kind kind);

/// Limits of a document, and its kind.
struct YamlLimits {
  std::size_t bytes = 16u << 20;
  std::size_t line_bytes = 20'000; ///< yaml-cpp keeps all tokens of a line as long as it can still become a key
  int depth = 24;
  std::size_t nodes = 2'000'000;
  std::string_view document = "a model"; ///< for messages
};

/// Parses one document. `file` is used in messages.
[[nodiscard]] Expected<YamlNode> parse_yaml(std::string_view text, const std::string &file,
                                            const YamlLimits &limits = YamlLimits());

} // namespace osaca
