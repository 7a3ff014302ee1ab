// A path through a loop that contains branches: the branches it takes, and its probability.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace osaca {

// The decisions at the branches along a path.

struct BranchDecision {
  enum class Kind { taken, not_taken, goes_to };
  Kind kind = Kind::taken;
  std::string target; ///< taken, not_taken: the branch's target, so that both ways of one branch show the same label;
                      ///< goes_to: the label of the next block, empty for the end
  int line = 0;       ///< of the branch; 0: unknown
  friend bool operator==(const BranchDecision &, const BranchDecision &) = default;
};

struct BranchesTaken {
  std::size_t earlier = 0; ///< number of decisions at the beginning that are not listed
  std::vector<BranchDecision> decisions;
  std::string written; ///< set only if the report was read from a file: the text in that file

  [[nodiscard]] bool empty() const { return decisions.empty() && written.empty(); }
  friend bool operator==(const BranchesTaken &, const BranchesTaken &) = default;
};

// The probability of a path.

struct PathShare {
  double probability = 1; ///< probability that an iteration which returns to the loop's head takes this path, 0 to 1
  double followed = 1;    ///< sum of the probabilities of all analysed paths of this loop
};

} // namespace osaca
