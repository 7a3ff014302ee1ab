// SPDX-License-Identifier: GPL-3.0-or-later
// Where the loop statements of the source begin and end, and which pragma belongs to which. Read from each
// function's body just before the front end lowers it, while `for`, `while` and `do` still are statements.
//
// A pragma belongs to the first loop that begins after it, if no other statement or declaration begins in
// between. The instances of a template, and a body that is expanded more than once, share one extent.
//
// Where the front end has no loop statements (Fortran), others find out about the loops and add them.
#pragma once

#include "locations.h"
#include "pragma_recorder.h"

namespace osaca::gcc {

/// A function that may become code: one of its own, or an instance of a template.
struct SourceFunction {
  unsigned uid = 0; ///< DECL_UID
  std::string name; ///< readable
};

struct LoopExtent {
  location_t first = UNKNOWN_LOCATION; ///< where the front end places it, not before the keyword
  const char *keyword = "for";
  location_t last = UNKNOWN_LOCATION;
  int parent = -1;                     ///< the enclosing extent, or -1
  int level = 0;                       ///< of several in each other that begin at one place: 0 for the outermost loop
  location_t place = UNKNOWN_LOCATION; ///< what is said of it stands there; unknown: at its keyword
  TextPlace in_text = {};              ///< of its keyword, where there are no locations: the program is being linked
  bool has_inner = false;
  bool is_openmp = false;
  bool runs_once = false;                ///< `do { ... } while (0)`: analysed only if it is annotated
  bool is_of_template = true;            ///< if it cannot become code: that is the reason
  std::string function;                  ///< the first function it was seen in, readable
  std::vector<SourceFunction> instances; ///< the functions that it was seen in outside of a template's own pattern

  [[nodiscard]] bool can_become_code() const { return !instances.empty(); }
  [[nodiscard]] bool is_of(unsigned function_uid) const {
    return std::any_of(instances.begin(), instances.end(),
                       [=](const SourceFunction &instance) { return instance.uid == function_uid; });
  }
};

/// Unless it is known.
void add_instance(LoopExtent &extent, const SourceFunction &function);

class LoopExtents {
public:
  /// `pragmas` are those met so far, in their order.
  void add_function(tree function, const std::vector<RecordedPragma> &pragmas, bool is_pattern);

  /// Joined with the one of the same begin and level, if there is one.
  void add(LoopExtent extent);

  /// One that only the text tells of, with its parent. Only these, or none of them; they are not settled.
  void add_in_text(LoopExtent extent);

  /// Who knows what lies in which of those: answers innermost_at().
  void ask_for_innermost(std::function<int(location_t)> innermost_at) { ask_for_innermost_ = std::move(innermost_at); }

  /// Unless it is known.
  void add_instance_to(int id, const SourceFunction &function) { add_instance(extents_[id], function); }

  void drop_instances_of(int id) { extents_[id].instances.clear(); }

  /// Sorts and nests what was added. Ids are valid from here until the next add_function.
  void settle();

  [[nodiscard]] const std::vector<LoopExtent> &all() const { return extents_; }
  [[nodiscard]] const LoopExtent &operator[](int id) const { return extents_[id]; }

  /// The extent of that begin and level, or -1.
  [[nodiscard]] int find(location_t first, int level) const;

  /// The first extent that does not begin before the place; behind the last one if there is none.
  [[nodiscard]] int first_from(location_t place) const;

  /// The smallest extent that holds the place, or -1.
  [[nodiscard]] int innermost_at(location_t location);

  /// Per pragma the id of its extent; -1: no loop follows it directly.
  [[nodiscard]] std::vector<int> bind(const std::vector<RecordedPragma> &pragmas) const;

private:
  friend class ExtentWalker;

  void drop_patterns_of_openmp();
  int extent_at(location_t first, int level);
  static bool ends_a_statement(const RecordedPragma &pragma);
  static bool is_part_of(location_t statement, const LoopExtent &loop);
  int first_after(const RecordedPragma &pragma, int skip) const;
  void note_statement(location_t location, const std::vector<RecordedPragma> &pragmas);

  std::vector<LoopExtent> extents_;
  std::map<std::pair<location_t, int>, int> by_first_; ///< by begin and level
  std::vector<location_t> next_statement_; ///< per pragma: the nearest place after it where something else begins
  std::unordered_map<location_t, int> innermost_cache_;
  std::function<int(location_t)> ask_for_innermost_;
  std::unordered_map<unsigned, bool> walked_functions_; ///< by DECL_UID: whether as code
};

} // namespace osaca::gcc
