#include "decode/assembly/marker_comments.h"

#include "base/text.h"

#include <algorithm>

namespace osaca {
namespace {

/// The comment of `line` that holds position `at`, without its leader; empty: the word stands outside of comments.
std::string_view comment_around(std::string_view line, std::size_t at) {
  for (const std::string_view leader : {"#", "//", "/*", ";"}) {
    const std::size_t found = line.substr(0, at).find(leader);
    if (found == std::string_view::npos)
      continue;
    std::string_view comment = line.substr(found + leader.size());
    comment = comment.substr(std::min(comment.size(), comment.find_first_not_of("#/*;")));
    return trimmed(comment.substr(0, comment.find("*/")), " \t\r");
  }
  return {};
}

std::vector<Statement> marker_comments(std::string_view text) {
  std::vector<Statement> found;
  int line = 1;
  std::size_t counted = 0;
  for (std::size_t at = 0;;) {
    at = std::min(text.find("OSACA", at), text.find("LLVM-MCA", at));
    if (at == std::string_view::npos)
      return found;
    line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                        text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    counted = at;
    const std::size_t begin = text.rfind('\n', at) + 1; // npos + 1 is 0
    const std::size_t end = std::min(text.size(), text.find('\n', at));
    const std::string_view comment = comment_around(text.substr(begin, end - begin), at - begin);
    if (!comment.empty()) {
      Statement &statement = found.emplace_back();
      statement.kind = StatementKind::marker_comment;
      statement.line = line;
      statement.text = comment;
    }
    at = end;
  }
}

} // namespace

void insert_marker_comments(ParsedUnit &unit, std::string_view text) {
  std::vector<Statement> comments = marker_comments(text);
  if (comments.empty())
    return;
  Indexed<Statement> merged;
  merged.reserve(unit.statements.size() + comments.size());
  std::size_t next = 0;
  int function = -1;
  const auto add_before = [&](int line) {
    for (; next < comments.size() && comments[next].line < line; ++next) {
      comments[next].function = function;
      merged.push_back(std::move(comments[next]));
    }
  };
  for (Statement &statement : unit.statements) {
    add_before(statement.line);
    function = statement.function;
    merged.push_back(std::move(statement));
  }
  add_before(2147483647);
  unit.statements = std::move(merged);
}

} // namespace osaca
