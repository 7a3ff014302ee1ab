// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text/branch_likelihood.h"

#include <algorithm>
#include <cmath>

namespace osaca::clang_plugin {

namespace {

constexpr int elsewhere = -1;

/// Probability that the library is called for the root of a negative number or of a NaN. It is LLVM's own weight for an
/// unordered comparison (BranchProbabilityInfo).
constexpr double rare_call = 1.0 / (1 << 20);

constexpr double even = 0.5;

/// Tolerance for the rounding of probabilities, which LLVM keeps in 32 bits.
constexpr double tolerance = 1e-3;

/// Limit for a chain of blocks that each have a single successor.
constexpr int most_appended = 8;

/// Whether both ways lead to the same place.
bool joins_again(const TextBranch &branch) {
  const bool is_known = branch.taken.block >= 0 || branch.taken.branch >= 0;
  return is_known && branch.taken.block == branch.otherwise.block && branch.taken.branch == branch.otherwise.branch;
}

bool has_rare_way(const TextBranch &branch) { return branch.taken.is_rare != branch.otherwise.is_rare; }

/// Whether the branch is a selection. The code after a selection may have been copied to both of its sides.
bool is_selection(const TextBranch &branch) {
  const bool has_side = (branch.taken.selected != Selected::none) != (branch.otherwise.selected != Selected::none);
  return !has_rare_way(branch) && (joins_again(branch) || has_side);
}

double probability_of_rare(const TextBranch &branch) { return branch.taken.is_rare ? rare_call : 1 - rare_call; }

/// The ways that control normally goes from the branch: only one if the other is rare, or if both join again.
std::vector<const TextWay *> common_ways(const TextBranch &branch) {
  if (has_rare_way(branch))
    return {branch.taken.is_rare ? &branch.otherwise : &branch.taken};
  if (joins_again(branch))
    return {&branch.taken};
  return {&branch.taken, &branch.otherwise};
}

/// The branches that were generated from the end of one block. Each comes after the one that leads to it.
class Group {
public:
  Group(const std::vector<TextBranch> &branches, const IrBlock &block, const std::vector<int> &members)
      : branches_(branches), block_(block), members_(members) {}

  /// Sets the probabilities of the branches. False if their targets do not match those of the block.
  [[nodiscard]] bool share_out(std::vector<std::optional<double>> &taken) {
    if (!count_exits() || !is_complete())
      return false;
    for (auto member = members_.rbegin(); member != members_.rend(); ++member)
      for (const TextWay *way : common_ways(branches_[*member]))
        flow_[*member] += flow_of(*way);
    std::size_t selection = 0;
    for (const int member : members_)
      taken[member] = is_selection(branches_[member]) ? probability_of_selection(branches_[member], selection++)
                                                      : probability_of(member);
    return true;
  }

private:
  [[nodiscard]] int exit_of(const TextWay &way) const {
    return block_.ways.count(way.block) != 0 ? way.block : elsewhere;
  }

  /// Counts the exits. False if a branch has the same exit for both of its ways, because one of the two is unknown
  /// then.
  bool count_exits() {
    for (const int member : members_) {
      const std::vector<const TextWay *> ways = common_ways(branches_[member]);
      if (ways.size() == 2 && !ways[0]->is_own && !ways[1]->is_own && exit_of(*ways[0]) == exit_of(*ways[1]))
        return false;
      for (const TextWay *way : ways)
        if (!way->is_own)
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
    if (way.is_own)
      return flow_.at(way.branch);
    const int exit = exit_of(way);
    return (exit == elsewhere ? elsewhere_ : block_.ways.at(exit)) / exits_.at(exit);
  }

  [[nodiscard]] double probability_of(int member) const {
    const TextBranch &branch = branches_[member];
    if (has_rare_way(branch))
      return probability_of_rare(branch);
    const double all = flow_.at(member);
    return all > 0 ? flow_of(branch.taken) / all : even; // the branch is never reached, so any value is correct
  }

  /// Without further information, LLVM assumes that both sides are equally likely.
  [[nodiscard]] double probability_of_selection(const TextBranch &branch, std::size_t index) const {
    const bool is_taken_side = branch.taken.selected != Selected::none;
    const Selected side = is_taken_side ? branch.taken.selected : branch.otherwise.selected;
    const std::optional<double> if_true = true_side(index);
    if (side == Selected::none || !if_true)
      return even;
    return (side == Selected::if_true) == is_taken_side ? *if_true : 1 - *if_true;
  }

  /// The probability of the true side of the selection that became the branch. Not every selection becomes a branch. If
  /// it is unknown which one did, all of them must be likely on the same side.
  [[nodiscard]] std::optional<double> true_side(std::size_t index) const {
    const auto count = static_cast<std::size_t>(std::count_if(
        members_.begin(), members_.end(), [this](int member) { return is_selection(branches_[member]); }));
    const std::vector<double> &sides = block_.selections;
    if (count == sides.size())
      return sides[index];
    const auto is_mostly_true = [](double side) { return side > even; };
    if (sides.empty() || (!std::all_of(sides.begin(), sides.end(), is_mostly_true) &&
                          std::any_of(sides.begin(), sides.end(), is_mostly_true)))
      return std::nullopt;
    return sides.front();
  }

  const std::vector<TextBranch> &branches_;
  const IrBlock &block_;
  const std::vector<int> &members_;
  std::map<int, int> exits_;   ///< number of ways to each block, or elsewhere
  std::map<int, double> flow_; ///< probability that an execution of the block reaches the branch
  double elsewhere_ = 0;       ///< probability of going to a block that is in no loop
};

/// Whether the branch may be the end of the block: one of its ways leads to a successor of the block, and the other one
/// does too, or leaves the loops like some of the block's own ways.
bool may_end(const IrBlock &block, const TextBranch &branch) {
  double inside = 0;
  for (const auto &[way, probability] : block.ways)
    inside += probability;
  const auto is_known = [&block](const TextWay &way) { return block.ways.count(way.block) != 0; };
  const auto may_leave = [inside](const TextWay &way) { return way.block < 0 && inside < 1; };
  const TextWay &taken = branch.taken;
  const TextWay &otherwise = branch.otherwise;
  return (is_known(taken) && (is_known(otherwise) || may_leave(otherwise))) ||
         (may_leave(taken) && is_known(otherwise));
}

/// Assigns parts without a name to the block that leads to them, if their targets match that block's. Such parts exist
/// because the code generator turns selections into branches and copies the code after them.
std::vector<TextBranch> with_nameless_parts(std::vector<TextBranch> branches, const std::vector<IrBlock> &blocks) {
  for (TextBranch &branch : branches)
    if (branch.block >= 0 && branch.block < static_cast<int>(blocks.size()))
      for (TextWay *way : {&branch.taken, &branch.otherwise})
        if (way->block < 0 && way->branch >= 0)
          way->is_own = may_end(blocks[branch.block], branches[way->branch]);
  return branches;
}

/// How many other branches of the same block lead to each branch.
std::vector<int> count_leading(const std::vector<TextBranch> &branches) {
  std::vector<int> leading(branches.size(), 0);
  for (const TextBranch &branch : branches)
    for (const TextWay *way : common_ways(branch))
      if (way->is_own)
        ++leading[way->branch];
  return leading;
}

/// `first` and all branches that it leads to. Empty if ways join again, because their separate probabilities are
/// unknown then.
std::vector<int> group_after(int first, const std::vector<TextBranch> &branches, const std::vector<int> &leading) {
  std::vector<int> members = {first};
  for (std::size_t i = 0; i < members.size(); ++i)
    for (const TextWay *way : common_ways(branches[members[i]])) {
      if (!way->is_own)
        continue;
      if (leading[way->branch] > 1)
        return {};
      members.push_back(way->branch);
    }
  return members;
}

/// If a block has a single successor, the code generator may have merged it with the successor or a copy of it. Then
/// its branches are those of the successor.
void share_out(const std::vector<TextBranch> &branches, const std::vector<IrBlock> &blocks,
               const std::vector<int> &members, std::vector<std::optional<double>> &taken) {
  int block = branches[members.front()].block;
  for (int appended = 0; appended <= most_appended && block < static_cast<int>(blocks.size()); ++appended) {
    const std::map<int, double> &ways = blocks[block].ways;
    if (Group(branches, blocks[block], members).share_out(taken) || ways.size() != 1 || ways.begin()->second < 1)
      return;
    block = ways.begin()->first;
  }
}

} // namespace

BranchLikelihood::BranchLikelihood(const std::vector<IrBlock> &blocks) : blocks_(blocks) {
  for (const IrBlock &block : blocks)
    if (block.ways.size() == 2) {
      const auto &[first, probability] = *block.ways.begin();
      const auto [known, is_new] = forks_.emplace(std::pair(first, block.ways.rbegin()->first), probability);
      if (!is_new && known->second && std::abs(*known->second - probability) > tolerance)
        known->second.reset();
    }
}

std::optional<double> BranchLikelihood::at_fork(int taken, int otherwise) const {
  const auto known = forks_.find(std::minmax(taken, otherwise));
  if (known == forks_.end() || !known->second)
    return std::nullopt;
  return taken < otherwise ? *known->second : 1 - *known->second;
}

std::vector<std::optional<double>> BranchLikelihood::taken(const std::vector<TextBranch> &named) const {
  const std::vector<TextBranch> branches = with_nameless_parts(named, blocks_);
  std::vector<std::optional<double>> taken(branches.size());
  const std::vector<int> leading = count_leading(branches);
  for (std::size_t i = 0; i < branches.size(); ++i)
    if (branches[i].block >= 0 && leading[i] == 0)
      if (const std::vector<int> members = group_after(static_cast<int>(i), branches, leading); !members.empty())
        share_out(branches, blocks_, members, taken);
  for (std::size_t i = 0; i < branches.size(); ++i)
    if (branches[i].block < 0 && !taken[i])
      taken[i] = has_rare_way(branches[i]) ? probability_of_rare(branches[i])
                                           : at_fork(branches[i].taken.block, branches[i].otherwise.block);
  return taken;
}

} // namespace osaca::clang_plugin
