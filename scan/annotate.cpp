#include "scan/annotation_edits.h"

#include <array>
#include <fstream>
#include <optional>
#include <sstream>

namespace osaca::scan {
namespace {

constexpr std::string_view pragma_line = "#pragma osaca analyze";
constexpr std::string_view pragma_operator = "_Pragma(\"osaca analyze\")";
constexpr const char *changed_meanwhile = "in a file that changed during the scan";

std::optional<std::string> read_file(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << stream.rdbuf();
  return stream ? std::optional(bytes.str()) : std::nullopt;
}

/// Compilers also treat a lone carriage return as a line end. Such files are rare and are not edited.
bool has_lone_return(std::string_view text) {
  for (std::size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1))
    if (at + 1 == text.size() || text[at + 1] != '\n')
      return true;
  return false;
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos; }

std::string_view without_end(std::string_view line) { return line.substr(0, line.size() - line_end(line).size()); }

bool is_continued(std::string_view line) {
  const std::string_view text = without_end(line);
  const std::size_t last = text.find_last_not_of(" \t");
  return last != std::string_view::npos && (text[last] == '\\' || text.substr(0, last + 1).ends_with("\?\?/"));
}

/// The words of a line that consists of a pragma: "omp", "parallel", ...; empty if it does not.
std::vector<std::string> pragma_words(std::string_view line) {
  std::string text;
  for (char c : without_end(line))
    text += c == '#' ? std::string(" # ") : std::string(1, c);
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;)
    words.push_back(word);
  if (words.size() < 3 || words[0] != "#" || words[1] != "pragma")
    return {};
  return {words.begin() + 2, words.end()};
}

/// Pragmas that compilers require directly before their loop.
bool is_loop_pragma(std::string_view line) {
  constexpr std::array<std::string_view, 13> leading = {
      "omp",  "acc",   "unroll", "nounroll", "unroll_and_jam", "nounroll_and_jam",
      "simd", "ivdep", "vector", "novector", "loop_count",     "distribute_point",
      "loop"};
  // A comment or a literal that ends here might contain the rest.
  if (line.find("*/") != std::string_view::npos || line.find('"') != std::string_view::npos)
    return false;
  const std::vector<std::string> words = pragma_words(line);
  if (words.empty())
    return false;
  const std::string first = words[0].substr(0, words[0].find('('));
  if (first == "clang")
    return words.size() > 1 && words[1] == "loop";
  if (first == "GCC")
    return words.size() > 1 && (words[1] == "ivdep" || words[1] == "unroll" || words[1] == "novector");
  for (std::string_view word : leading)
    if (first == word)
      return true;
  return false;
}

/// The line before which the pragma for a loop at the beginning of `line` is inserted.
std::size_t first_of_block(const std::vector<std::string_view> &lines, std::size_t line) {
  std::size_t first = line;
  while (first > 0) {
    std::size_t begin = first - 1;
    while (begin > 0 && is_continued(lines[begin - 1]))
      --begin;
    if (!is_loop_pragma(lines[begin]))
      break;
    first = begin;
  }
  return first;
}

std::string_view keyword_text(LoopKind kind) { return kind == LoopKind::range_for ? "for" : name_of(kind); }

/// The reason why this loop cannot be edited, as a phrase that follows "3 ".
std::string obstacle(const ListedLoop &loop) {
  if (!loop.editable)
    return "outside the project";
  if (loop.origin == KeywordOrigin::macro_definition)
    return "in the definition of a macro";
  if (loop.origin == KeywordOrigin::macro_argument)
    return "in the argument of a macro";
  return "";
}

class Planner {
public:
  [[nodiscard]] Plan take() && {
    std::erase_if(plan_.edits, [](const auto &entry) { return entry.second.empty(); });
    return std::move(plan_);
  }

  void leave_out(const std::string &why) { ++plan_.left_out[why]; }

  void annotate(const ListedLoop &loop) {
    if (loop.annotated) {
      ++plan_.already_done;
      return;
    }
    if (const std::string why = obstacle(loop); !why.empty())
      return leave_out(why);
    TextEdits *edits = text_at(loop.place, keyword_text(loop.kind));
    if (edits == nullptr)
      return;
    const std::vector<std::string_view> &lines = edits->lines();
    const std::size_t line = loop.place.line - 1;
    const std::size_t column = loop.place.column - 1;
    const std::string_view indent = lines[line].substr(0, column);
    const std::size_t first = first_of_block(lines, line);
    const bool may_have_own_line = is_blank(indent) && (first == 0 || !is_continued(lines[first - 1]));
    if (may_have_own_line)
      edits->insert_line(first, std::string(indent) + std::string(pragma_line));
    else
      edits->insert_text(line, column, std::string(pragma_operator) + " ");
    ++plan_.changes;
  }

  void remove(const Pragma &pragma) {
    if (!pragma.editable)
      return leave_out("outside the project");
    if (pragma.in_macro)
      return leave_out("in a macro");
    TextEdits *edits = text_at(pragma.place, pragma.is_operator ? pragma_operator : "#");
    if (edits == nullptr)
      return;
    if (pragma.is_operator)
      remove_operator(*edits, pragma.place);
    else
      remove_line(*edits, pragma.place);
  }

private:
  /// The edits of the file if `text` is still at `place`; otherwise counts the reason.
  TextEdits *text_at(const Place &place, std::string_view text) {
    auto known = plan_.edits.find(place.file);
    if (known == plan_.edits.end()) {
      std::optional<std::string> bytes = read_file(place.file);
      if (!bytes) {
        leave_out("in a file that cannot be read");
        return nullptr;
      }
      known = plan_.edits.try_emplace(place.file, *std::move(bytes)).first;
      odd_ends_[place.file] = has_lone_return(known->second.original());
    }
    TextEdits &edits = known->second;
    if (odd_ends_[place.file]) {
      leave_out("in a file whose lines end in carriage returns");
      return nullptr;
    }
    const bool is_there = place.line >= 1 && place.line <= edits.lines().size() && place.column >= 1 &&
                          edits.lines()[place.line - 1]
                              .substr(std::min<std::size_t>(place.column - 1, edits.lines()[place.line - 1].size()))
                              .starts_with(text);
    if (!is_there)
      leave_out(changed_meanwhile);
    return is_there ? &edits : nullptr;
  }

  void remove_operator(TextEdits &edits, const Place &place) {
    const std::string_view line = edits.lines()[place.line - 1];
    const std::size_t column = place.column - 1;
    const std::string_view rest = line.substr(column + pragma_operator.size());
    if (is_blank(line.substr(0, column)) && is_blank(rest))
      edits.remove_line(place.line - 1);
    else
      edits.remove_text(place.line - 1, column, pragma_operator.size() + (rest.starts_with(' ') ? 1 : 0));
    ++plan_.changes;
  }

  void remove_line(TextEdits &edits, const Place &place) {
    const std::string_view line = edits.lines()[place.line - 1];
    const std::vector<std::string> words = pragma_words(line);
    if (words != std::vector<std::string>{"osaca", "analyze"})
      return leave_out("on a line with other text");
    edits.remove_line(place.line - 1);
    ++plan_.changes;
  }

  Plan plan_;
  std::map<std::string, bool> odd_ends_;
};

} // namespace

Plan plan_annotation(const std::vector<ListedLoop> &loops) {
  Planner planner;
  for (const ListedLoop &loop : loops)
    planner.annotate(loop);
  return std::move(planner).take();
}

Plan plan_removal(const std::vector<Pragma> &pragmas) {
  Planner planner;
  for (const Pragma &pragma : pragmas)
    planner.remove(pragma);
  return std::move(planner).take();
}

} // namespace osaca::scan
