#include "loops/region_kernels.h"

#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "loops/byte_markers.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <ranges>
#include <string_view>

namespace osaca {
namespace {

enum class Style { osaca, llvm_mca, bytes };

struct Mark {
  Style style = Style::osaca;
  bool begins = true;
  std::string name;
  StatementIndex first; ///< statements of the marker, inclusive
  StatementIndex last;
  int line = 0;
};

struct CommentMarker {
  std::string_view word;
  Style style;
  bool begins;
};
constexpr std::array<CommentMarker, 4> comment_markers = {{{"OSACA-BEGIN", Style::osaca, true},
                                                           {"OSACA-END", Style::osaca, false},
                                                           {"LLVM-MCA-BEGIN", Style::llvm_mca, true},
                                                           {"LLVM-MCA-END", Style::llvm_mca, false}}};

constexpr std::string_view blanks = " \t\r\n";

std::optional<Mark> comment_mark(const AsmStatement &statement, StatementIndex index) {
  std::string_view text = trimmed(statement.text, blanks);
  text = trimmed(text.substr(std::min(text.find_first_not_of("#/*;@!"), text.size())), blanks);
  if (text.ends_with("*/"))
    text = trimmed(text.substr(0, text.size() - 2), blanks);
  for (const CommentMarker &marker : comment_markers) {
    const std::string_view rest = text.starts_with(marker.word) ? text.substr(marker.word.size()) : "x";
    if (rest.empty() || rest.front() == ' ' || rest.front() == '\t')
      return Mark{marker.style, marker.begins, std::string(trimmed(rest, blanks)), index, index, statement.line};
  }
  return std::nullopt;
}

/// The next statement that is not a comment, if there is one.
StatementIndex next_solid(const ParsedUnit &unit, StatementIndex index) {
  for (++index; index < unit.statements.end_index(); ++index)
    if (unit.statements[index].kind != AsmStatementKind::marker_comment)
      return index;
  return {};
}

std::optional<Mark> byte_mark(const ParsedUnit &unit, StatementIndex index) {
  const AsmStatement &statement = unit.statements[index];
  const Instruction &instruction = unit.instructions[at(statement.instruction)];
  const StatementIndex following = next_solid(unit, index);
  if (!following.exists() || unit.statements[following].kind != AsmStatementKind::byte_data)
    return std::nullopt;
  const std::optional<ByteMarker> marker = byte_marker(unit.isa, instruction, unit.statements[following].bytes);
  if (!marker)
    return std::nullopt;
  return Mark{Style::bytes, marker->begins, {}, index, following, statement.line};
}

std::vector<Mark> find_marks(const ParsedUnit &unit) {
  std::vector<Mark> marks;
  for (const StatementIndex s : unit.statements.indices()) {
    const AsmStatement &statement = unit.statements[s];
    std::optional<Mark> mark;
    if (statement.kind == AsmStatementKind::marker_comment)
      mark = comment_mark(statement, s);
    else if (statement.kind == AsmStatementKind::instruction)
      mark = byte_mark(unit, s);
    if (mark)
      marks.push_back(std::move(*mark));
  }
  return marks;
}

std::string spelled(Style style, bool begins, const std::string &name) {
  if (style == Style::bytes)
    return begins ? "start marker (number 111 and marker bytes)" : "end marker (number 222 and marker bytes)";
  const std::string word = std::string(style == Style::osaca ? "OSACA" : "LLVM-MCA") + (begins ? "-BEGIN" : "-END");
  return name.empty() ? word : format_text("{} {}", word, name);
}

/// Pairs the begin and end marks of one style.
class Pairing {
public:
  Pairing(Style style, std::string input_name) : style_(style), input_name_(std::move(input_name)) {}

  std::optional<Error> begin(const Mark &mark) {
    const auto [open, is_new] = open_.emplace(mark.name, mark);
    if (is_new)
      return std::nullopt;
    const std::string which = mark.name.empty() ? "a second region without a name" : "a second region with this name";
    return error(mark, format_text("begins while the region of line {} is still open, and {} must not overlap it: end "
                                   "the first region, or give the two different names",
                                   open->second.line, which));
  }

  std::optional<Error> end(const Mark &mark, std::vector<MarkedRegion> &regions) {
    auto open = open_.find(mark.name);
    if (open == open_.end() && mark.name.empty() && open_.size() == 1)
      open = open_.begin();
    if (open == open_.end())
      return error(mark, open_.empty() || !mark.name.empty()
                             ? format_text("has no {} before it", spelled(style_, true, mark.name))
                             : format_text("must name the region that it ends: {} regions are open", open_.size()));
    regions.push_back({open->second.name, {open->second.last.number + 1}, mark.first, open->second.line});
    open_.erase(open);
    return std::nullopt;
  }

  /// The error for the first mark that was not closed.
  [[nodiscard]] std::optional<Error> finish() const {
    const Mark *first = nullptr;
    for (const auto &[name, mark] : open_)
      if (first == nullptr || mark.first < first->first)
        first = &mark;
    return first == nullptr ? std::nullopt
                            : error(*first, format_text("has no {} after it", spelled(style_, false, first->name)));
  }

private:
  Style style_;
  std::string input_name_;
  std::map<std::string, Mark> open_;

  [[nodiscard]] std::optional<Error> error(const Mark &mark, const std::string &what) const {
    return Error{format_text("{} {}", spelled(mark.style, mark.begins, mark.name), what), {input_name_, mark.line, 0}};
  }
};

/// Finds the first and last instruction of a region that are not markers. They identify a region, regardless of the
/// style of its markers.
class Extents {
public:
  Extents(const ParsedUnit &unit, const Indexed<AsmStatement, char> &is_marker) {
    StatementIndex last;
    for (const StatementIndex s : unit.statements.indices()) {
      previous_.push_back(last);
      if (unit.statements[s].kind == AsmStatementKind::instruction && !is_marker[s])
        last = s;
    }
    previous_.push_back(last);
    next_.assign(previous_.size(), unit.statements.end_index());
    for (const StatementIndex s : unit.statements.indices() | std::views::reverse) {
      const StatementIndex behind{s.number + 1};
      next_[s] = previous_[behind] == s ? s : next_[behind];
    }
  }
  [[nodiscard]] std::pair<StatementIndex, StatementIndex> of(const MarkedRegion &region) const {
    return {next_[region.begin], previous_[region.end]};
  }

private:
  Indexed<AsmStatement, StatementIndex> previous_; ///< last instruction before a statement
  Indexed<AsmStatement, StatementIndex> next_;     ///< first instruction from a statement on
};

/// Merges the regions of all styles. Regions of two styles around the same instructions are one region; two of the same
/// style stay two.
std::vector<MarkedRegion> merged(const std::array<std::vector<MarkedRegion>, 3> &by_style, const Extents &extents) {
  struct Merged {
    MarkedRegion region;
    Style last_style;
  };
  std::map<std::pair<StatementIndex, StatementIndex>, std::vector<Merged>> found;
  for (const Style style : {Style::osaca, Style::llvm_mca, Style::bytes})
    for (const MarkedRegion &region : by_style[at(style)]) {
      auto &same = found[extents.of(region)];
      const auto twin = std::ranges::find_if(same, [&](const Merged &m) { return m.last_style != style; });
      if (twin == same.end()) {
        same.push_back({region, style});
        continue;
      }
      twin->last_style = style;
      if (twin->region.name.empty())
        twin->region.name = region.name;
    }
  std::vector<MarkedRegion> regions;
  for (const auto &[extent, same] : found)
    for (const Merged &one : same)
      regions.push_back(one.region);
  std::ranges::stable_sort(regions, [](const auto &a, const auto &b) { return a.begin < b.begin; });
  return regions;
}

} // namespace

Expected<Markers> find_markers(const ParsedUnit &unit, const std::string &input_name) {
  Markers markers;
  markers.is_marker.assign(unit.statements.size(), 0);
  std::array<std::vector<MarkedRegion>, 3> regions;
  std::array<Pairing, 3> pairings = {Pairing(Style::osaca, input_name), Pairing(Style::llvm_mca, input_name),
                                     Pairing(Style::bytes, input_name)};
  for (const Mark &mark : find_marks(unit)) {
    Pairing &pairing = pairings[at(mark.style)];
    auto error = mark.begins ? pairing.begin(mark) : pairing.end(mark, regions[at(mark.style)]);
    if (error)
      return *error;
    for (StatementIndex s = mark.first; s <= mark.last; ++s)
      markers.is_marker[s] = 1;
  }
  for (const Pairing &pairing : pairings)
    if (const auto error = pairing.finish())
      return *error;
  markers.regions = merged(regions, Extents(unit, markers.is_marker));
  return markers;
}

} // namespace osaca
