// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "front/annotated_statements.h"

#include "front/functions.h"
#include "ir/places.h"

#include <clang/Lex/Lexer.h>

namespace osaca::clang_plugin {

namespace {

constexpr std::size_t longest_text_bytes = std::size_t{64} << 20;

/// Where to read on after a pragma. Its location is that of `#`, of `_Pragma`, or in a macro; that of an attribute is
/// in the statement.
std::optional<source::SpanStart> start_behind(const clang::SourceManager &sources, clang::SourceLocation pragma,
                                              bool is_attribute, llvm::StringRef text) {
  const clang::SourceLocation place = sources.getExpansionLoc(pragma);
  const auto [file, offset] = sources.getDecomposedLoc(place);
  if (offset >= text.size() || text.size() > longest_text_bytes)
    return std::nullopt;
  source::SpanStart start;
  start.at.at = offset;
  start.at.place = {static_cast<int>(sources.getLineNumber(file, offset)),
                    static_cast<int>(sources.getColumnNumber(file, offset))};
  const llvm::StringRef rest = text.substr(offset);
  // The reader skips directives and `_Pragma("...")`.
  start.at.is_line_start = rest.front() == '#';
  start.is_macro = !is_attribute && pragma.isMacroID() && rest.take_front(7) != "_Pragma";
  return start;
}

} // namespace

DebugPlace debug_place(const clang::SourceManager &sources, clang::SourceLocation location) {
  const clang::PresumedLoc presumed = clang_compat::debug_place(sources, location);
  if (presumed.isInvalid())
    return {};
  return {absolute_path(presumed.getFilename()), presumed.getLine(), presumed.getColumn()};
}

AnnotatedStatements::AnnotatedStatements(const clang::SourceManager &sources,
                                         const std::vector<clang::SourceLocation> &pragmas,
                                         const std::vector<bool> &are_attributes)
    : sources_(sources), of_pragma_(pragmas.size(), -1) {
  long tokens_left = source::most_statement_tokens;
  for (std::size_t p = 0; p < pragmas.size() && statements_.size() < source::most_statements; ++p) {
    const clang::FileID file = sources.getFileID(sources.getExpansionLoc(pragmas[p]));
    bool is_invalid = false;
    const llvm::StringRef text = sources.getBufferData(file, &is_invalid);
    const auto start = is_invalid ? std::nullopt : start_behind(sources, pragmas[p], are_attributes[p], text);
    const auto span = start ? source::statement_after({text.data(), text.size()}, *start, tokens_left) : std::nullopt;
    if (!span || span->is_loop)
      continue;
    const auto location = [&](const source::Place &place) {
      return sources.translateLineCol(file, static_cast<unsigned>(place.line), static_cast<unsigned>(place.column));
    };
    AnnotatedStatement statement;
    statement.span = *span;
    statement.from = location(span->from);
    statement.first = location(span->first);
    statement.last = location(span->last);
    statement.from_place = debug_place(sources, statement.from);
    statement.last_place = debug_place(sources, statement.last);
    of_pragma_[p] = static_cast<int>(statements_.size());
    statements_.push_back(std::move(statement));
  }
  is_bound_.resize(statements_.size());
}

void AnnotatedStatements::add_function(const clang::FunctionDecl &function) {
  for (AnnotatedStatement &statement : statements_) {
    const bool is_definition = holds(statement, sources_.getExpansionLoc(function.getLocation()));
    const clang::SourceRange range = function.getSourceRange();
    const bool is_around = !is_definition && comes_before(range.getBegin(), statement.first) &&
                           comes_before(statement.first, range.getEnd());
    // A lambda in the statement is part of it.
    if ((!is_definition && !is_around) || (is_definition && statement.is_inside))
      continue;
    if (is_around && !std::exchange(statement.is_inside, true)) {
      statement.instances.clear();
      statement.function.clear();
    }
    statement.is_definition = !statement.is_inside;
    if (statement.function.empty())
      statement.function = qualified_name(function);
    const clang::FunctionDecl *canonical = function.getCanonicalDecl();
    if (!function.isDependentContext() && !llvm::is_contained(statement.instances, canonical))
      statement.instances.push_back(canonical);
  }
}

/// Whether the pragma is about the loop that follows it, and not about the statement that contains the loop. If a macro
/// contains both pragma and loop, the statement in the text after it does not matter.
bool AnnotatedStatements::is_about_loop(const AnnotatedStatement &statement, clang::SourceLocation loop) const {
  if (loop == statement.from)
    return true;
  const bool is_in_block = statement.span.is_block && !statement.span.only_loop;
  return !is_in_block && !(statement.is_definition && holds(statement, loop));
}

std::vector<int> AnnotatedStatements::bind(const std::vector<clang::SourceLocation> &loops) {
  std::map<unsigned, int> by_first;
  std::vector<int> result(of_pragma_.size(), -1);
  for (std::size_t p = 0; p < of_pragma_.size(); ++p) {
    const int id = of_pragma_[p];
    if (id < 0)
      continue;
    const AnnotatedStatement &statement = statements_[static_cast<std::size_t>(id)];
    if (loops[p].isValid() && is_about_loop(statement, sources_.getExpansionLoc(loops[p])))
      continue;
    result[p] = by_first.emplace(statement.first.getRawEncoding(), id).first->second;
    is_bound_[static_cast<std::size_t>(result[p])] = true;
  }
  return result;
}

bool AnnotatedStatements::is_of(const clang::FunctionDecl *function) const {
  if (function == nullptr)
    return false;
  for (std::size_t id = 0; id < statements_.size(); ++id)
    if (is_bound_[id] && llvm::is_contained(statements_[id].instances, function->getCanonicalDecl()))
      return true;
  return false;
}

int AnnotatedStatements::innermost_at(const DebugPlace &place) const {
  int best = -1;
  for (std::size_t id = 0; id < statements_.size(); ++id) {
    const AnnotatedStatement &statement = statements_[id];
    const auto key = [](const DebugPlace &p) { return std::make_pair(p.line, p.column); };
    const bool holds = is_bound_[id] && key(statement.from_place) <= key(place) &&
                       key(place) <= key(statement.last_place) && place.file == statement.from_place.file;
    if (holds && (best < 0 || key(statements_[static_cast<std::size_t>(best)].from_place) < key(statement.from_place)))
      best = static_cast<int>(id);
  }
  return best;
}

} // namespace osaca::clang_plugin
