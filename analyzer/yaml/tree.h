// The part of YAML that models and settings use, read with every input taken as hostile: scalars, sequences and maps
// with text keys. Anchors, aliases and tags are refused (a few lines of aliases can stand for gigabytes), and size,
// depth and number of nodes are bounded. Each node knows its place in the file.
#pragma once

#include "base/expected.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct YamlEntry;

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

/// How much of a document is read, and what kind it is.
struct YamlLimits {
  std::size_t bytes = 16u << 20;
  std::size_t line_bytes = 20'000; ///< yaml-cpp holds all tokens of a line while it may turn out to be a key
  int depth = 24;
  std::size_t nodes = 2'000'000;
  std::string_view document = "a model"; ///< for messages
};

/// One document. `file` is for messages.
[[nodiscard]] Expected<YamlNode> parse_yaml(std::string_view text, const std::string &file,
                                            const YamlLimits &limits = YamlLimits());

} // namespace osaca
