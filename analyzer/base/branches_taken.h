// Which way a path goes through a loop with branches inside.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace osaca {

struct BranchDecision {
  enum class Kind { taken, not_taken, goes_to };
  Kind kind = Kind::taken;
  std::string target; ///< taken, not_taken: the branch's own, so that both arms of one branch read alike; goes_to: the
                      ///< next block's label, empty for the end
  int line = 0;       ///< of the branch; 0: not known
  friend bool operator==(const BranchDecision &, const BranchDecision &) = default;
};

struct BranchesTaken {
  std::size_t earlier = 0; ///< decisions before those that are listed
  std::vector<BranchDecision> decisions;
  std::string written; ///< of a report that was read back: its words

  [[nodiscard]] bool empty() const { return decisions.empty() && written.empty(); }
  friend bool operator==(const BranchesTaken &, const BranchesTaken &) = default;
};

} // namespace osaca
