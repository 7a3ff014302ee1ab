// SPDX-License-Identifier: GPL-3.0-or-later
// Statements after a pragma that are no loops, such as a call of std::transform. Their machine loops are written
// elsewhere: in functions that were inlined through a call in the statement, or that it calls.
//
// The syntax trees do not contain the ends of statements, so the text of the source is read (statement_span.h). Places
// are compared by file, line and column.
#pragma once

#include "front/loop_extents.h"
#include "statement_span.h"

namespace osaca::gcc {

struct AnnotatedStatement {
  std::string file;
  source::StatementSpan span;
  location_t first = UNKNOWN_LOCATION;
  std::string function;                  ///< the first function in which it was found, as a readable name
  bool is_of_template = true;            ///< as in LoopExtent
  bool is_inside = false;                ///< a function contains it
  bool is_definition = false;            ///< the definition of a function
  std::vector<SourceFunction> instances; ///< the functions that contain it, or that it defines
};

/// A statement, seen through the calls by which code of it was inlined.
struct StatementCopy {
  int statement = -1;
  int context = InlineContexts::none; ///< of the function that contains the statement

  friend bool operator<(const StatementCopy &a, const StatementCopy &b) {
    return a.statement != b.statement ? a.statement < b.statement : a.context < b.context;
  }
  friend bool operator==(const StatementCopy &a, const StatementCopy &b) {
    return a.statement == b.statement && a.context == b.context;
  }
};

/// The annotated statement around an instruction.
struct StatementSite {
  StatementCopy copy;
  location_t place = UNKNOWN_LOCATION; ///< in the statement: of the call through which the instruction was inlined
  bool is_direct = false;              ///< the instruction is in the statement's own text
};

class AnnotatedStatements {
public:
  /// Call for each function before bind(). `pragmas` are those read so far.
  void add_function(tree function, const std::vector<RecordedPragma> &pragmas, bool is_pattern);

  /// Reads the statements of the remaining pragmas. Returns the statement of each pragma; -1: none, or a loop.
  /// `bound` has the loop of each pragma, or -1.
  [[nodiscard]] std::vector<int> bind(const std::vector<RecordedPragma> &pragmas, const std::vector<int> &bound,
                                      const LoopExtents &extents);

  /// The statement of each attribute, or -1. Call after bind().
  [[nodiscard]] std::vector<int> bind_attributes();

  [[nodiscard]] const AnnotatedStatement &operator[](int id) const { return statements_[id]; }
  [[nodiscard]] bool is_empty() const { return bound_.empty(); }

  /// The innermost annotated statement around a place, or -1.
  [[nodiscard]] int innermost_at(location_t place);

  /// The annotated statement that is innermost in the chain of calls.
  [[nodiscard]] StatementSite around(location_t location, InlineContexts &contexts);
  [[nodiscard]] StatementSite around(location_t place, int context, const InlineContexts &contexts);

  // The functions that annotated statements call, and that the compiler did not inline. Only functions of templates,
  // lambdas and headers count.

  /// Call when the compiler has decided which calls it inlines.
  void note_calls(InlineContexts &contexts);

  /// The sites of calls of `cfun`, one per statement.
  [[nodiscard]] const std::vector<StatementSite> &called_from() const;

private:
  void read(const std::vector<RecordedPragma> &pragmas);
  [[nodiscard]] int read(const RecordedPragma &pragma);
  [[nodiscard]] static bool is_about_loop(const AnnotatedStatement &statement, location_t loop);
  int select(int id, location_t same_file);
  void follow_calls(cgraph_node *node, StatementSite from, InlineContexts &contexts, int depth);

  long tokens_left_ = source::most_statement_tokens;
  std::vector<AnnotatedStatement> statements_; ///< of each pragma that has one
  std::vector<int> of_pragma_;                 ///< by pragma: its statement, or -1
  std::vector<int> of_attribute_;              ///< the same for attributes
  std::map<std::pair<std::string, source::Place>, int> by_first_;
  std::unordered_set<int> bound_; ///< statements that a pragma selects
  std::unordered_map<location_t, int> cache_;
  std::unordered_map<unsigned, std::vector<StatementSite>> called_; ///< by DECL_UID
  std::vector<StatementSite> no_sites_;
};

} // namespace osaca::gcc
