// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "branch_likelihood.h"

#include <cmath>

namespace osaca::clang_plugin {
namespace {

constexpr int elsewhere = -1;

/// Of calling the library for the root of a negative number or of none: LLVM's own weight for a comparison with what is
/// no number (BranchProbabilityInfo).
constexpr double rare_call = 1.0 / (1 << 20);

/// Rounding of probabilities, which LLVM keeps in 32 bits.
constexpr double tolerance = 1e-3;

bool leaves(const TextWay &way) { return way.branch < 0; }

/// What is left of a branch where one way is rare.
std::vector<const TextWay *> common_ways(const TextBranch &branch) {
  std::vector<const TextWay *> ways;
  const bool has_rare_way = branch.taken.is_rare != branch.otherwise.is_rare;
  for (const TextWay *way : {&branch.taken, &branch.otherwise})
    if (!has_rare_way || !way->is_rare)
      ways.push_back(way);
  return ways;
}

/// The branches that one block's end became, in an order in which each comes behind the one that leads to it.
class Group {
public:
  Group(const std::vector<TextBranch> &branches, const IrBlock &block, std::vector<int> members)
      : branches_(branches), block_(block), members_(std::move(members)) {}

  /// Nothing, if the branches do not go where the block did.
  void share_out(std::vector<std::optional<double>> &taken) {
    if (!count_exits() || !is_complete())
      return;
    for (auto member = members_.rbegin(); member != members_.rend(); ++member)
      for (const TextWay *way : common_ways(branches_[*member]))
        flow_[*member] += flow_of(*way);
    for (const int member : members_)
      taken[member] = probability_of(member);
  }

private:
  [[nodiscard]] int exit_of(const TextWay &way) const { return block_.ways.count(way.block) != 0 ? way.block : elsewhere; }

  /// False where a branch has one exit for both of its ways: then one of them is not known.
  bool count_exits() {
    for (const int member : members_) {
      const std::vector<const TextWay *> ways = common_ways(branches_[member]);
      if (ways.size() == 2 && leaves(*ways[0]) && leaves(*ways[1]) && exit_of(*ways[0]) == exit_of(*ways[1]))
        return false;
      for (const TextWay *way : ways)
        if (leaves(*way))
          ++exits_[exit_of(*way)];
    }
    return true;
  }

  bool is_complete() {
    double known = 0;
    for (const auto &[exit, count] : exits_)
      if (exit != elsewhere)
        known += block_.ways.at(exit);
    elsewhere_ = std::max(0.0, 1 - known);
    return exits_.count(elsewhere) != 0 || std::abs(1 - known) < tolerance;
  }

  [[nodiscard]] double flow_of(const TextWay &way) const {
    if (!leaves(way))
      return flow_.at(way.branch);
    const int exit = exit_of(way);
    return (exit == elsewhere ? elsewhere_ : block_.ways.at(exit)) / exits_.at(exit);
  }

  [[nodiscard]] double probability_of(int member) const {
    const TextBranch &branch = branches_[member];
    if (common_ways(branch).size() == 1)
      return branch.taken.is_rare ? rare_call : 1 - rare_call;
    const double all = flow_.at(member);
    return all > 0 ? flow_of(branch.taken) / all : 0.5; // it is never come to: either is right
  }

  const std::vector<TextBranch> &branches_;
  const IrBlock &block_;
  std::vector<int> members_;
  std::map<int, int> exits_;    ///< how many ways lead to each block, or elsewhere
  std::map<int, double> flow_;  ///< of each execution of the block, the part that comes to the branch
  double elsewhere_ = 0;        ///< the part that goes to blocks of no loop
};

/// How many others of the same block lead to each branch.
std::vector<int> count_leading(const std::vector<TextBranch> &branches) {
  std::vector<int> leading(branches.size(), 0);
  for (const TextBranch &branch : branches)
    for (const TextWay *way : common_ways(branch))
      if (!leaves(*way))
        ++leading[way->branch];
  return leading;
}

/// `first` and all that it leads to; nothing where ways join again, since then nobody knows which of them is how likely.
std::vector<int> group_behind(int first, const std::vector<TextBranch> &branches, const std::vector<int> &leading) {
  std::vector<int> members = {first};
  for (std::size_t i = 0; i < members.size(); ++i)
    for (const TextWay *way : common_ways(branches[members[i]])) {
      if (leaves(*way))
        continue;
      if (leading[way->branch] > 1)
        return {};
      members.push_back(way->branch);
    }
  return members;
}

} // namespace

std::vector<std::optional<double>> taken_probabilities(const std::vector<TextBranch> &branches,
                                                       const std::vector<IrBlock> &blocks) {
  std::vector<std::optional<double>> taken(branches.size());
  const std::vector<int> leading = count_leading(branches);
  for (std::size_t i = 0; i < branches.size(); ++i)
    if (leading[i] == 0 && branches[i].block < static_cast<int>(blocks.size()))
      Group(branches, blocks[branches[i].block], group_behind(static_cast<int>(i), branches, leading)).share_out(taken);
  return taken;
}

} // namespace osaca::clang_plugin
