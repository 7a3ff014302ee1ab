// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements after a pragma that are no loops, such as a call of std::transform. Their machine loops are written
// elsewhere: in functions that were inlined through a call in the statement, or that it calls.
//
// The ends of statements are read from the text, as in the plugin for GCC (statement_span.h).
#pragma once

#include "clang_compat.h"
#include "statement_span.h"

namespace osaca::clang_plugin {

/// A place as the debug information gives it, which instructions carry through the optimiser and the code generator.
struct DebugPlace {
  std::string file; ///< absolute path
  unsigned line = 0;
  unsigned column = 0;

  friend bool operator<(const DebugPlace &a, const DebugPlace &b) {
    return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
  }
  friend bool operator==(const DebugPlace &a, const DebugPlace &b) {
    return a.line == b.line && a.column == b.column && a.file == b.file;
  }
};

[[nodiscard]] DebugPlace debug_place(const clang::SourceManager &sources, clang::SourceLocation location);

struct AnnotatedStatement {
  source::StatementSpan span; ///< in the text of its file, without regard to `#line`
  clang::SourceLocation from;
  clang::SourceLocation first;
  clang::SourceLocation last;
  DebugPlace from_place;
  DebugPlace last_place;
  std::string function;                               ///< the first function in which it was found
  bool is_inside = false;                             ///< a function contains it
  bool is_definition = false;                         ///< it defines a function
  std::vector<const clang::FunctionDecl *> instances; ///< the functions that contain it, or that it defines
};

class AnnotatedStatements {
public:
  /// Reads the statement after each pragma. `are_attributes`: see RecordedPragmas.
  AnnotatedStatements(const clang::SourceManager &sources, const std::vector<clang::SourceLocation> &pragmas,
                      const std::vector<bool> &are_attributes);

  /// Whether a pragma may be about a statement.
  [[nodiscard]] bool is_empty() const { return statements_.empty(); }

  void add_function(const clang::FunctionDecl &function);

  /// Returns the statement of each pragma; -1: none, or a loop. `loops` has the begin of each pragma's loop; invalid:
  /// none.
  [[nodiscard]] std::vector<int> bind(const std::vector<clang::SourceLocation> &loops);

  [[nodiscard]] const AnnotatedStatement &operator[](int id) const { return statements_[static_cast<std::size_t>(id)]; }

  /// Whether the function contains an annotated statement, or is defined by one.
  [[nodiscard]] bool is_of(const clang::FunctionDecl *function) const;

  /// The innermost annotated statement around a place, or -1.
  [[nodiscard]] int innermost_at(const DebugPlace &place) const;

private:
  [[nodiscard]] bool comes_before(clang::SourceLocation a, clang::SourceLocation b) const {
    return sources_.isBeforeInTranslationUnit(a, b);
  }
  [[nodiscard]] bool holds(const AnnotatedStatement &statement, clang::SourceLocation place) const {
    return !comes_before(place, statement.from) && !comes_before(statement.last, place);
  }

  [[nodiscard]] bool is_about_loop(const AnnotatedStatement &statement, clang::SourceLocation loop) const;

  const clang::SourceManager &sources_;
  std::vector<AnnotatedStatement> statements_;
  std::vector<int> of_pragma_; ///< by pragma: its statement, or -1
  std::vector<bool> is_bound_; ///< by statement: a pragma selects it
};

} // namespace osaca::clang_plugin
