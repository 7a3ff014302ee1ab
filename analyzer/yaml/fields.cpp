#include "yaml/fields.h"

#include "base/format.h"
#include "base/name_matching.h"
#include "base/printable.h"

#include <algorithm>

namespace osaca {
namespace {

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  return format_text("'{}{}", printable(text.substr(0, longest)), text.size() > longest ? "...'" : "'");
}

std::string quoted(std::string_view key) { return format_text("'{}'", key); }

} // namespace

void Problems::add(const YamlNode &at, std::string message) {
  if (!full())
    errors_.push_back(Error{std::move(message), {file_, at.line, at.column}});
}

std::optional<std::string> text_of(const YamlNode &node, std::string_view what, Problems &problems) {
  constexpr std::size_t longest = 2000; // such texts are copied into every figure
  if (node.kind != YamlNode::Kind::scalar) {
    problems.add(node, format_text("{} must be a string, not {}", what, name_of(node.kind)));
    return std::nullopt;
  }
  if (node.text.empty() || node.text.size() > longest) {
    problems.add(node, format_text("{} must have 1 to {} characters", what, longest));
    return std::nullopt;
  }
  return node.text;
}

std::optional<bool> truth_of(const YamlNode &node, std::string_view what, Problems &problems) {
  if (node.kind == YamlNode::Kind::scalar && (node.text == "true" || node.text == "false"))
    return node.text == "true";
  problems.add(node, std::string(what) + " must be true or false");
  return std::nullopt;
}

static std::optional<Cycles> parse_figure(std::string_view text) {
  constexpr std::size_t longest = 18; // keeps every part within 64 bits
  if (text.empty() || text.size() > longest || text.find_first_not_of("0123456789./") != std::string_view::npos)
    return std::nullopt;
  return Cycles::parse(text);
}

std::optional<Cycles> parse_nonnegative(std::string_view text) {
  const std::optional<Cycles> value = parse_figure(text);
  return value && *value <= Cycles(1'000'000) ? value : std::nullopt;
}

std::optional<Cycles> cycles_of(const YamlNode &node, std::string_view what, Problems &problems) {
  if (node.kind == YamlNode::Kind::scalar)
    if (const std::optional<Cycles> value = parse_nonnegative(node.text))
      return value;
  const std::string found = node.kind == YamlNode::Kind::scalar ? shown(node.text) : std::string(name_of(node.kind));
  problems.add(node,
               format_text("{} must be a number from 0 to a million such as 3, 0.25 or 1/3, not {}", what, found));
  return std::nullopt;
}

std::optional<int> integer_of(const YamlNode &node, std::string_view what, int least, int most, Problems &problems) {
  if (node.kind == YamlNode::Kind::scalar) {
    const std::optional<Cycles> value = parse_figure(node.text);
    if (value && value->denominator() == 1 && value->numerator() >= least && value->numerator() <= most)
      return static_cast<int>(value->numerator());
  }
  problems.add(node, format_text("{} must be a whole number from {} to {}", what, least, most));
  return std::nullopt;
}

std::vector<const YamlNode *> words_of(const YamlNode &node, std::string_view what, Problems &problems) {
  constexpr std::size_t longest = 100;
  std::vector<const YamlNode *> words;
  const auto take = [&](const YamlNode &word) {
    if (word.kind != YamlNode::Kind::scalar || word.text.empty() || word.text.size() > longest)
      problems.add(word, format_text("{} must contain words of 1 to {} characters", what, longest));
    else
      words.push_back(&word);
  };
  if (node.kind == YamlNode::Kind::sequence)
    std::ranges::for_each(node.items, take);
  else if (node.kind == YamlNode::Kind::scalar)
    take(node);
  else
    problems.add(node, format_text("{} must be a list, not {}", what, name_of(node.kind)));
  return words;
}

Fields::Fields(const YamlNode &node, std::string what, Problems &problems)
    : node_(node), what_(std::move(what)), problems_(problems) {
  if (node.kind != YamlNode::Kind::map)
    problems.add(node, format_text("{} must be a map, not {}", what_, name_of(node.kind)));
}

const YamlNode *Fields::find(std::string_view key) {
  known_.emplace_back(key);
  for (const YamlEntry &entry : node_.entries)
    if (entry.key.text == key)
      return &entry.value;
  return nullptr;
}

const YamlNode *Fields::require(std::string_view key) {
  const YamlNode *value = find(key);
  if (!value && node_.kind == YamlNode::Kind::map)
    problems_.add(node_, format_text("{} needs the key {}", what_, quoted(key)));
  return value;
}

std::optional<std::string> Fields::text(std::string_view key) {
  const YamlNode *value = find(key);
  return value ? text_of(*value, quoted(key), problems_) : std::nullopt;
}

bool Fields::truth(std::string_view key, bool otherwise) {
  const YamlNode *value = find(key);
  return value ? truth_of(*value, quoted(key), problems_).value_or(otherwise) : otherwise;
}

Cycles Fields::cycles(std::string_view key, Cycles otherwise) {
  const YamlNode *value = find(key);
  return value ? cycles_of(*value, quoted(key), problems_).value_or(otherwise) : otherwise;
}

void Fields::refuse_others() const {
  for (const YamlEntry &entry : node_.entries)
    if (std::ranges::find(known_, entry.key.text) == known_.end())
      problems_.add(entry.key, format_text("unknown key {} in {}{}", shown(entry.key.text), what_,
                                           suggestion(entry.key.text, known_)));
}

} // namespace osaca
