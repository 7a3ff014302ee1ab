#include "yaml/tree.h"

#include "base/format.h"
#include "base/printable.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <exception>
#include <istream>
#include <optional>
#include <streambuf>

namespace osaca {
namespace {

/// Thrown through yaml-cpp's parser to stop it, and caught in parse_yaml().
struct Refused {
  YAML::Mark mark;
  std::string message;
};

/// Builds the tree from the parser's events; the open collections are on `open_`.
class TreeBuilder final : public YAML::EventHandler {
public:
  explicit TreeBuilder(const YamlLimits &limits) : limits_(limits) {}

  [[nodiscard]] YamlNode take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark &) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark &mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    add(make(YamlNode::Kind::null, mark));
  }
  void OnAlias(const YAML::Mark &mark, YAML::anchor_t) override {
    refuse(mark, "aliases ('*name')", ": write the value out");
  }
  void OnScalar(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                const std::string &value) override {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    YamlNode node = make(YamlNode::Kind::scalar, mark);
    node.text = value;
    add(std::move(node));
  }
  void OnSequenceStart(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(YamlNode::Kind::sequence, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(YamlNode::Kind::map, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

private:
  struct Frame {
    YamlNode node;
    std::optional<YamlNode> key;
    YAML::Mark mark;
  };

  void refuse_anchor(const YAML::Mark &mark, YAML::anchor_t anchor) const {
    if (anchor != YAML::NullAnchor)
      refuse(mark, "anchors ('&name')", ": write the value out");
  }

  void refuse_tag(const YAML::Mark &mark, const std::string &tag) const {
    if (!tag.empty() && tag != "?" && tag != "!")
      refuse(mark, "tags ('!name')", "");
  }

  [[noreturn]] void refuse(const YAML::Mark &mark, const std::string &what, const std::string &advice) const {
    throw Refused{mark, format_text("{} are not allowed in {}{}", what, limits_.document, advice)};
  }

  YamlNode make(YamlNode::Kind kind, const YAML::Mark &mark) {
    if (++nodes_ > limits_.nodes)
      throw Refused{mark, format_text("too many values in one file; the limit is {}", limits_.nodes)};
    YamlNode node;
    node.kind = kind;
    node.line = mark.line + 1;
    node.column = mark.column + 1;
    return node;
  }

  void open(YamlNode::Kind kind, const YAML::Mark &mark, const std::string &tag, YAML::anchor_t anchor) {
    refuse_anchor(mark, anchor);
    refuse_tag(mark, tag);
    if (static_cast<int>(open_.size()) >= limits_.depth)
      throw Refused{mark, format_text("nested too deeply; the limit is {} levels", limits_.depth)};
    open_.push_back(Frame{make(kind, mark), std::nullopt, mark});
  }

  void close() {
    YamlNode node = std::move(open_.back().node);
    open_.pop_back();
    add(std::move(node));
  }

  void add(YamlNode node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Frame &frame = open_.back();
    if (frame.node.kind == YamlNode::Kind::sequence) {
      frame.node.items.push_back(std::move(node));
    } else if (!frame.key) {
      set_key(frame, std::move(node));
    } else {
      frame.node.entries.push_back(YamlEntry{std::move(*frame.key), std::move(node)});
      frame.key.reset();
    }
  }

  void set_key(Frame &frame, YamlNode key) {
    YAML::Mark mark = frame.mark;
    mark.line = key.line - 1;
    mark.column = key.column - 1;
    if (key.kind != YamlNode::Kind::scalar)
      throw Refused{mark, "a key must be a word, not " + std::string(name_of(key.kind))};
    if (frame.node.entries.size() >= max_keys)
      throw Refused{mark, format_text("too many keys in one map; the limit is {}", max_keys)};
    for (const YamlEntry &entry : frame.node.entries)
      if (entry.key.text == key.text)
        throw Refused{mark, format_text("duplicate key '{}'; the first one is in line {}", key.text, entry.key.line)};
    frame.key = std::move(key);
  }

  // Keys are compared pairwise; the largest map of a model is the list of a compiler's units.
  static constexpr std::size_t max_keys = 500;

  YamlLimits limits_;
  std::size_t nodes_ = 0;
  std::vector<Frame> open_;
  YamlNode root_;
};

/// Lets an istream read from memory that it does not own.
class ViewBuffer final : public std::streambuf {
public:
  explicit ViewBuffer(std::string_view text) {
    char *begin = const_cast<char *>(text.data()); // never written: the buffer has no put area
    setg(begin, begin, begin + text.size());
  }
};

SourceLocation place_of(const std::string &file, const YAML::Mark &mark) {
  if (mark.is_null())
    return {file, 0, 0};
  return {file, mark.line + 1, mark.column + 1};
}

std::optional<std::size_t> first_byte_not_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = static_cast<unsigned char>(text[i]) < 0x80 ? 1 : length_of_character(text.substr(i));
    if (length == 0)
      return i;
    i += length;
  }
  return std::nullopt;
}

SourceLocation place_of_offset(std::string_view text, std::size_t offset, const std::string &file) {
  int line = 1, column = 1;
  for (const char c : text.substr(0, offset)) {
    line += c == '\n' ? 1 : 0;
    column = c == '\n' ? 1 : column + 1;
  }
  return {file, line, column};
}

/// The first line that is too long, 0 if there is none.
int overlong_line(std::string_view text, std::size_t limit) {
  int line = 1;
  for (std::size_t begin = 0; begin < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end - begin > limit)
      return line;
    begin = end + 1;
  }
  return 0;
}

} // namespace

std::string_view name_of(YamlNode::Kind kind) {
  switch (kind) {
  case YamlNode::Kind::null: return "nothing";
  case YamlNode::Kind::scalar: return "a single value";
  case YamlNode::Kind::sequence: return "a list";
  case YamlNode::Kind::map: return "a map";
  }
  return "something else";
}

Expected<YamlNode> parse_yaml(std::string_view text, const std::string &file, const YamlLimits &limits) {
  if (text.size() > limits.bytes)
    return Error{format_text("the file has {} bytes; the limit is {}", text.size(), limits.bytes), {file}};
  if (const auto nul = text.find('\0'); nul != std::string_view::npos)
    return Error{text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")
                     ? "the file is UTF-16 text: save it as UTF-8"
                     : "the file contains a NUL byte, so it is not YAML",
                 place_of_offset(text, nul, file)};
  if (const std::optional<std::size_t> byte = first_byte_not_utf8(text))
    return Error{"the file is not UTF-8 text: save it as UTF-8 (for example with iconv)",
                 place_of_offset(text, *byte, file)};
  if (const int line = overlong_line(text, limits.line_bytes); line > 0)
    return Error{format_text("the line has more than {} characters", limits.line_bytes), {file, line}};
  try {
    ViewBuffer buffer(text);
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    TreeBuilder builder(limits);
    if (!parser.HandleNextDocument(builder))
      return Error{"the file is empty", {file}};
    YamlNode root = builder.take();
    TreeBuilder second(limits);
    if (parser.HandleNextDocument(second))
      return Error{"the file contains more than one YAML document", {file}};
    return root;
  } catch (const Refused &refused) {
    return Error{refused.message, place_of(file, refused.mark)};
  } catch (const YAML::Exception &failure) {
    return Error{"not valid YAML: " + failure.msg, place_of(file, failure.mark)};
  } catch (const std::exception &failure) {
    return Error{std::string("not valid YAML: ") + failure.what(), {file}};
  }
}

} // namespace osaca
