// SPDX-License-Identifier: GPL-3.0-or-later
// Determines how many iterations of the source loop one iteration of a compiler's loop does.
//
// Before the compiler's loop passes, the number is one. At that point two things are noted: the step of each memory
// access, and how often each operation occurs in its loop. The passes keep the places in the source, so the same
// accesses can be found again after the passes. If the step of an access is then four times as large, one iteration
// does four source iterations. The RTL unroller, which runs later, reports its factor itself. All observations must
// agree, otherwise the number is unknown. The steps are read from the instructions, because querying the compiler's own
// analyses would fill their caches, which may change the generated code.
#pragma once

#include "gimple/source_loops.h"

namespace osaca::gcc {

class IterationSteps {
public:
  /// Reads a function's body as the front end wrote it, for languages in which all operations of a statement have one
  /// place. In these languages, an operation that occurs several times at one place need not have been copied by a
  /// pass.
  void note_written(gimple_seq body);

  /// Reads `cfun` in GIMPLE, before the loop passes. `wanted`: for each source loop of `extents`, whether
  /// this loop or a loop inside it is selected.
  void start(LoopExtents &extents, InlineContexts &contexts, const std::vector<bool> &wanted);

  /// Call before the vectoriser. Where an outer loop was unrolled into its inner loop (unroll-and-jam), operations
  /// occur several times in the inner loop; this is noted here.
  void note_joined(InlineContexts &contexts);

  /// Call right after the vectoriser, while the loop counters that it created are still easy to recognise, and its
  /// accesses still have their places. Later passes split a vector that is loaded as a whole and added up element by
  /// element; the parts have no place.
  void note_vectorised(InlineContexts &contexts);

  /// Call at the end of GIMPLE.
  void note_last(InlineContexts &contexts);

  /// Call when `cfun` is in RTL, after the unroller.
  void note_unrolled();

  /// Iterations of the source loop per iteration of the loop with this number; 0: unknown. `is_vectorised`: the
  /// vectoriser has changed the loop.
  [[nodiscard]] int of_loop(int number, const LoopCopy &source, bool is_vectorised) const;

private:
  /// An operation and where it is: the place, the calls it was inlined through, and a tree code (or load, store).
  struct Key {
    location_t place = UNKNOWN_LOCATION;
    int context = InlineContexts::none;
    int operation = 0;
    friend bool operator<(const Key &a, const Key &b) {
      return a.place != b.place       ? a.place < b.place
             : a.context != b.context ? a.context < b.context
                                      : a.operation < b.operation;
    }
  };
  struct Use {
    int count = 0;
    bool has_step = false;  ///< the address has a constant step
    bool is_mixed = false;  ///< the steps differ, or the loop already does several iterations
    HOST_WIDE_INT step = 0; ///< in bytes
    location_t location = UNKNOWN_LOCATION;
    LoopCopy loop; ///< the innermost source loop around it (noted at the start only)
  };
  using Uses = std::map<Key, Use>;

  template <class IsWanted> static std::map<int, Uses> uses_by_number(InlineContexts &contexts, IsWanted is_wanted);
  [[nodiscard]] std::map<int, Uses> uses_known_from_start(InlineContexts &contexts) const;
  void add_to_start(const Uses &uses, bool is_several);
  [[nodiscard]] HOST_WIDE_INT factor_by_steps(const Uses &uses, const LoopCopy &source, HOST_WIDE_INT factor) const;
  [[nodiscard]] int factor_of(const Uses &uses, const LoopCopy &source, int by_counters, bool is_vectorised) const;
  [[nodiscard]] int factor_since_vectorised(int number, const LoopCopy &source, int by_counters) const;
  [[nodiscard]] bool is_about_current() const;
  [[nodiscard]] bool is_as_written(const Key &key, const Use &use) const;

  std::map<std::pair<location_t, int>, int> written_; ///< by place and operation: occurrences in the whole unit
  unsigned function_ = 0;                             ///< DECL_UID of the function that the notes are about
  bool is_known_ = false;                             ///< whether its loops could be followed through all passes
  Uses start_;
  std::unordered_set<location_t> places_;                   ///< the places in `start_`
  std::unordered_map<int, HOST_WIDE_INT> counter_at_start_; ///< by loop number: the step that its counters share
  std::unordered_map<int, int> by_vector_counter_; ///< by loop number: iterations, from the vectoriser's counter
  std::map<int, Uses> vectorised_;                 ///< by loop number, right after the vectoriser
  std::map<int, Uses> last_;                       ///< by loop number, at the end of GIMPLE
  std::unordered_map<int, int> unrolled_;          ///< by loop number
};

} // namespace osaca::gcc
