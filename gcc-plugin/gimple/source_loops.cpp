// SPDX-License-Identifier: GPL-3.0-or-later
#include "gimple/source_loops.h"

namespace osaca::gcc {

namespace {

/// How many of a loop's own instructions are in one source loop.
struct Part {
  int count = 0;
  int distance_from_outside = 0;
  bool has_immediate = false; ///< at least one instruction is in the loop's own text, not in a function inlined into it
  int inlined_from = -1;      ///< the call that all of them were inlined through; -2 if there are several
};

struct Judgement {
  LoopCopy sure;     ///< the source loop, if it is certain
  LoopCopy possible; ///< all instructions came through one call in this loop, so it is this loop or one in the callee
};

class Attribution {
public:
  explicit Attribution(SourceLoops &sources) : sources_(sources), contexts_(sources.contexts()) {}

  void add(const LoopPlaces::Instruction &instruction) {
    // A constant that is computed again inside a loop has the place of the function's begin.
    const location_t place = plain(instruction.location);
    const bool is_begin = place == plain(cfun->function_start_locus);
    if (place <= BUILTINS_LOCATION || (is_begin && !sources_.begins_at(place)))
      return;
    ++located_;
    const std::vector<LoopCopy> &around = sources_.around(instruction.location);
    in_any_ += around.empty() ? 0 : 1;
    branches_outside_ |= around.empty() && instruction.is_branch;
    const int context = contexts_.of(instruction.location);
    for (size_t i = 0; i < around.size(); ++i) {
      Part &part = parts_[around[i]];
      ++part.count;
      part.distance_from_outside = static_cast<int>(around.size() - i);
      part.has_immediate |= around[i].context == context;
      const int via = call_below(context, around[i].context);
      part.inlined_from = part.inlined_from == -1 || part.inlined_from == via ? via : -2;
    }
  }

  [[nodiscard]] Judgement of_all_located(const std::vector<LoopCopy> &inside) const {
    return smallest_covering(located_, inside);
  }

  [[nodiscard]] Judgement of_those_in_loops(const std::vector<LoopCopy> &inside) const {
    return branches_outside_ ? Judgement() : smallest_covering(in_any_, inside);
  }

private:
  /// The smallest source loop that covers nearly all instructions and is not already the source loop of an inner loop.
  [[nodiscard]] Judgement smallest_covering(int all, const std::vector<LoopCopy> &inside) const {
    Judgement best;
    int sure_distance = 0;
    int possible_distance = 0;
    for (const auto &entry : parts_) {
      const Part &part = entry.second;
      const bool covers = part.count * 10 >= all * 9;
      const bool taken = std::find(inside.begin(), inside.end(), entry.first) != inside.end();
      if (!covers || taken)
        continue;
      const bool only_inlined = !part.has_immediate && part.inlined_from >= 0;
      int &distance = only_inlined ? possible_distance : sure_distance;
      if (part.distance_from_outside <= distance)
        continue;
      (only_inlined ? best.possible : best.sure) = entry.first;
      distance = part.distance_from_outside;
    }
    // A possible loop around the certain one adds no information.
    if (possible_distance <= sure_distance)
      best.possible = LoopCopy();
    return best;
  }

  /// The call in `outer` through which `context` was inlined; `outer` itself if both are the same.
  [[nodiscard]] int call_below(int context, int outer) const {
    while (context != outer && context != InlineContexts::none && contexts_.outer(context) != outer)
      context = contexts_.outer(context);
    return context;
  }

  SourceLoops &sources_;
  InlineContexts &contexts_;
  int located_ = 0;
  int in_any_ = 0; ///< number of located instructions inside any source loop
  bool branches_outside_ = false;
  std::map<LoopCopy, Part> parts_;
};

class Judge {
public:
  Judge(const std::vector<LoopPlaces> &loops, SourceLoops &sources)
      : loops_(loops), sources_(sources), found_(loops.size()), inside_(loops.size()) {}

  std::vector<LoopCopy> judge() {
    for (size_t i = 0; i < loops_.size(); ++i)
      judge(i);
    settle_possible();
    return std::move(found_);
  }

private:
  void judge(size_t index) {
    const LoopPlaces &loop = loops_[index];
    Attribution attribution(sources_);
    for (const LoopPlaces::Instruction &instruction : loop.own)
      attribution.add(instruction);
    std::vector<LoopCopy> &inside = inside_[index];
    Judgement judgement = attribution.of_all_located(inside);
    // All instructions came through one call, but the compiler's number identifies the loop around that call.
    if (judgement.sure.extent < 0 && judgement.possible.extent >= 0 && judgement.possible == loop.by_number)
      std::swap(judgement.sure, judgement.possible);
    const auto is_empty = [&judgement] { return judgement.sure.extent < 0 && judgement.possible.extent < 0; };
    if (is_empty() && std::find(inside.begin(), inside.end(), loop.by_number) == inside.end())
      judgement.sure = loop.by_number;
    if (is_empty())
      judgement = attribution.of_those_in_loops(inside);
    found_[index] = judgement.sure;
    if (judgement.possible.extent >= 0)
      possible_[index] = judgement.possible;
    if (loop.parent < 0)
      return;
    std::vector<LoopCopy> &around = inside_[loop.parent];
    around.insert(around.end(), inside.begin(), inside.end());
    around.push_back(judgement.sure);
  }

  /// A loop that may be in a callee is assigned to the possible source loop only if no other loop is: neither a certain
  /// one, nor an enclosing one of which too little is known.
  void settle_possible() {
    const std::vector<LoopCopy> sure = found_;
    for (const auto &entry : possible_) {
      if (std::find(sure.begin(), sure.end(), entry.second) != sure.end())
        continue;
      const int parent = loops_[entry.first].parent;
      const bool is_parent = parent >= 0 && found_[parent].extent < 0;
      found_[is_parent ? parent : entry.first] = entry.second;
    }
  }

  const std::vector<LoopPlaces> &loops_;
  SourceLoops &sources_;
  std::vector<LoopCopy> found_;
  std::vector<std::vector<LoopCopy>> inside_; ///< per loop: the source loops of its inner loops
  std::map<size_t, LoopCopy> possible_;
};

} // namespace

bool SourceLoops::begins_at(location_t place) {
  const int id = extents_.innermost_at(place);
  const TextPlace begin = id < 0 ? TextPlace() : extents_[id].in_text;
  return begin.file != nullptr && LOCATION_LINE(place) == begin.line && LOCATION_COLUMN(place) == begin.column;
}

const std::vector<LoopCopy> &SourceLoops::around(location_t location) {
  const auto known = cache_.find(location);
  if (known != cache_.end())
    return known->second;
  std::vector<LoopCopy> &found = cache_[location];
  int context = contexts_.of(location);
  location_t place = plain(location);
  // The body of a lambda is in the text of the loop around it and is called from there, so its extent counts only once.
  // But a function that is inlined into itself contains its loop again.
  std::unordered_set<int> of_others;
  while (true) {
    const tree function = contexts_.inlined_function(context);
    for (int id = extents_.innermost_at(place); id >= 0; id = extents_[id].parent) {
      if (of_others.erase(id) != 0)
        found.erase(
            std::find_if(found.rbegin(), found.rend(), [id](const LoopCopy &one) { return one.extent == id; }).base() -
            1);
      if (function == NULL_TREE || !extents_[id].is_of(DECL_UID(function)))
        of_others.insert(id);
      found.push_back({id, context});
    }
    if (context == InlineContexts::none)
      return found;
    place = contexts_.call_site(context);
    context = contexts_.outer(context);
  }
}

std::vector<LoopCopy> source_loops_of(const std::vector<LoopPlaces> &loops, SourceLoops &sources) {
  return Judge(loops, sources).judge();
}

} // namespace osaca::gcc
