// SPDX-License-Identifier: GPL-3.0-or-later
// Where the source's loop statements begin and end (their extents), and which pragma applies to which loop. This is
// read from each function's body just before the front end lowers it, while `for`, `while` and `do` are still
// statements.
//
// A pragma applies to the first loop that begins after it, if no other statement or declaration begins in between. The
// instances of a template, and a body that is expanded more than once, share one extent.
//
// Where the front end has no loop statements (Fortran), FortranLoops finds the loops and adds them.
#pragma once

#include "front/locations.h"
#include "front/pragma_recorder.h"

namespace osaca::gcc {

/// A function that can have machine code: an ordinary function, or an instance of a template.
struct SourceFunction {
  unsigned uid = 0; ///< DECL_UID
  std::string name; ///< as a readable name
};

struct LoopExtent {
  location_t first = UNKNOWN_LOCATION; ///< the front end's place of the loop, which is at or after the keyword
  const char *keyword = "for";
  location_t last = UNKNOWN_LOCATION;
  int parent = -1;                     ///< the enclosing extent, or -1
  int level = 0;                       ///< nesting level among loops that begin at the same place; 0: the outermost
  location_t place = UNKNOWN_LOCATION; ///< where messages about it are shown; unknown: at its keyword
  TextPlace in_text = {};              ///< place of its keyword when a program is linked and there are no locations
  bool has_inner = false;
  bool is_openmp = false;
  bool runs_once = false;                ///< `do { ... } while (0)`: analysed only if it is annotated
  bool may_be_several = false;           ///< the front end may generate several loops at this place
  bool is_of_template = true;            ///< why it may have no instances. true: its template is not instantiated
  std::string function;                  ///< the first function in which it was found, as a readable name
  std::vector<SourceFunction> instances; ///< the functions in which it was found, except for the pattern of a template

  [[nodiscard]] bool can_become_code() const { return !instances.empty(); }
  [[nodiscard]] bool is_of(unsigned function_uid) const {
    return std::any_of(instances.begin(), instances.end(),
                       [=](const SourceFunction &instance) { return instance.uid == function_uid; });
  }
};

/// Adds the instance if it is not known yet.
void add_instance(LoopExtent &extent, const SourceFunction &function);

class LoopExtents {
public:
  /// `pragmas` are the pragmas read so far, in their order.
  void add_function(tree function, const std::vector<RecordedPragma> &pragmas, bool is_pattern);

  /// Adds an extent. If there is already one with the same begin and level, the two are merged.
  void add(LoopExtent extent);

  /// Adds an extent that was found in text, with its parent. If this function is used at all, all extents have to be
  /// added with it, and settle() is not called.
  void add_in_text(LoopExtent extent);

  /// Sets the function that answers innermost_at() for extents that were found in text.
  void ask_for_innermost(std::function<int(location_t)> innermost_at) { ask_for_innermost_ = std::move(innermost_at); }

  /// Adds the instance if it is not known yet.
  void add_instance_to(int id, const SourceFunction &function) { add_instance(extents_[id], function); }

  void drop_instances_of(int id) { extents_[id].instances.clear(); }

  /// Sorts and nests the extents. Ids are valid from here until the next add_function().
  void settle();

  [[nodiscard]] const std::vector<LoopExtent> &all() const { return extents_; }
  [[nodiscard]] const LoopExtent &operator[](int id) const { return extents_[id]; }

  /// The id of the extent with this begin and level, or -1.
  [[nodiscard]] int find(location_t first, int level) const;

  /// The id of the first extent that does not begin before the place; the number of extents if there is none.
  [[nodiscard]] int first_from(location_t place) const;

  /// The extent in one function that corresponds to an extent in an identical function; -1: none. Both are given by
  /// their DECL_UID.
  [[nodiscard]] int counterpart(int id, unsigned function, unsigned identical) const;

  /// The smallest extent that contains the place, or -1.
  [[nodiscard]] int innermost_at(location_t location);

  /// The id of each pragma's extent; -1: no loop follows the pragma directly.
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
  std::vector<location_t> next_statement_; ///< per pragma: the nearest place after it where another statement begins
  std::unordered_map<location_t, int> innermost_cache_;
  std::function<int(location_t)> ask_for_innermost_;
  std::unordered_map<unsigned, bool> walked_functions_; ///< by DECL_UID: true: as code, false: as a pattern
};

} // namespace osaca::gcc
