// SPDX-License-Identifier: GPL-3.0-or-later
// Which loops are asked for in a program that is being linked (-flto). Only the text has pragmas, and it has those of
// all code that was not compiled too. So a pragma counts from when code of its function comes by: the function itself,
// or one that it was inlined into. Where the text does not tell the function (a macro made it), the code of the loop
// does.
#pragma once

#include "linked_sources.h"
#include "source_loops.h"

#include "loop_requests.h"

namespace osaca::gcc {

class LinkedLoops {
public:
  using IsNamed = std::function<bool(tree)>; ///< by the user

  /// What is asked for goes to `requests` and `pragmas`. All have to outlive this.
  LinkedLoops(LoopExtents &extents, LoopRequests &requests, std::vector<RecordedPragma> &pragmas)
      : sources_(extents), extents_(extents), requests_(requests), pragmas_(pragmas) {}

  /// Once, before all others, and only if a program is being linked: what lies in which extent, the text tells.
  void answer_extents();

  /// Before anything of `cfun` is looked at, as often as may be.
  void meet_function(bool all, const IsNamed &is_named);

  /// Code of that loop is in `cfun`; `owner`: the source function that it belongs to there, NULL_TREE if nobody knows.
  void meet_loop(int loop, tree owner);

  /// Whether any loop of `cfun` may be asked for.
  [[nodiscard]] bool has_pragmas() const { return sources_.has_pragmas(); }

private:
  void add_new_loops();
  void meet(tree function, const IsNamed &is_named);
  void add_instance(int loop, tree function, const source::Place &begin);
  void ask_by_pragma(int pragma);

  LinkedSources sources_;
  LoopExtents &extents_;
  LoopRequests &requests_;
  std::vector<RecordedPragma> &pragmas_;
  std::unordered_set<unsigned> met_;                    ///< DECL_UIDs
  std::unordered_set<int> asked_;                       ///< indices of pragmas
  std::unordered_map<int, source::Place> body_of_loop_; ///< where the bodies of its instances begin
};

} // namespace osaca::gcc
