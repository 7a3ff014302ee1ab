// SPDX-License-Identifier: GPL-3.0-or-later
// How many iterations of the source loop one iteration of a compiler's loop does.
//
// Before the compiler's loop passes one is one. There it is noted how far each memory access steps, and how often each
// operation stands in its loop. The passes keep the places in the source, so behind them the same accesses are found
// again: stepping four times as far, they do four iterations at once. What the unroller of machine instructions does
// later, it says itself. All that is known has to agree, else the number is unknown. The steps are read off the
// instructions: asking the compiler's own analyses would fill their caches, which may change what is compiled.
#pragma once

#include "source_loops.h"

namespace osaca::gcc {

class IterationSteps {
public:
  /// A function's body as the front end wrote it, for languages in which all operations of a statement have one place:
  /// there an operation may stand several times without having been copied.
  void note_written(gimple_seq body);

  /// `cfun` as GIMPLE, before the loop passes. `wanted`: per extent whether it, or one in it, will be asked about.
  void start(LoopExtents &extents, InlineContexts &contexts, const std::vector<bool> &wanted);

  /// Before the vectoriser: where a loop has been unrolled into an inner one, operations stand there several times.
  void note_joined(InlineContexts &contexts);

  /// Right after the vectoriser, whose own counters are still easy to read.
  void note_vectorised();

  /// At the end of GIMPLE.
  void note_last(InlineContexts &contexts);

  /// `cfun` as RTL, behind the unroller.
  void note_unrolled();

  /// Of the source loop, per iteration of the loop of this number; 0: unknown. `is_vectorised`: by the vectoriser.
  [[nodiscard]] int of_loop(int number, const LoopCopy &source, bool is_vectorised) const;

private:
  /// What is done where: the place, the calls it was inlined through, and a tree code (or load, store).
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
    bool has_step = false;  ///< the address steps by a constant
    bool is_mixed = false;  ///< by different ones, or the loop does several iterations already
    HOST_WIDE_INT step = 0; ///< bytes
    location_t location = UNKNOWN_LOCATION;
    LoopCopy loop; ///< the innermost source loop around it (noted at the start only)
  };
  using Uses = std::map<Key, Use>;

  template <class IsWanted> static std::map<int, Uses> uses_by_number(InlineContexts &contexts, IsWanted is_wanted);
  [[nodiscard]] std::map<int, Uses> uses_known_from_start(InlineContexts &contexts) const;
  void add_to_start(const Uses &uses, bool is_several);
  [[nodiscard]] HOST_WIDE_INT factor_by_steps(const Uses &uses, const LoopCopy &source, HOST_WIDE_INT factor) const;
  [[nodiscard]] int factor_of(const Uses &uses, const LoopCopy &source, int by_counters, bool is_vectorised) const;
  [[nodiscard]] bool is_about_current() const;
  [[nodiscard]] bool is_as_written(const Key &key, const Use &use) const;

  std::map<std::pair<location_t, int>, int> written_; ///< by place and operation: how often, in the whole unit
  unsigned function_ = 0;                             ///< DECL_UID of the function that the notes are about
  bool is_known_ = false;                             ///< whether its loops could be followed all the way
  Uses start_;
  std::unordered_set<location_t> places_;                   ///< in `start_`
  std::unordered_map<int, HOST_WIDE_INT> counter_at_start_; ///< by number: the step of its counters, if it is one
  std::unordered_map<int, int> by_vector_counter_;          ///< by number: iterations, as the vectoriser counts them
  std::map<int, Uses> last_;                                ///< by number, at the end of GIMPLE
  std::unordered_map<int, int> unrolled_;                   ///< by number
};

} // namespace osaca::gcc
