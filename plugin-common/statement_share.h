// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides from the instructions of a machine loop whether the loop comes from an annotated statement.
#pragma once

#include <cstddef>
#include <map>

namespace osaca::source {

/// Counts the instructions of one loop by the statement that they come from. A loop around the statement may contain
/// some of the statement's code, and a loop of the statement may contain some of the code around it. Branches are
/// counted separately, because they decide how often the loop runs.
template <class Statement, class Site> class StatementShares {
public:
  /// An instruction that comes from no annotated statement.
  void add(bool is_branch) { all_.add(is_branch); }

  /// `site` of the statement's first instruction is kept.
  void add(const Statement &statement, const Site &site, bool is_branch) {
    add(is_branch);
    Share &share = shares_.try_emplace(statement, Share{site, {}}).first->second;
    share.count.add(is_branch);
  }

  /// The statement from which more than half of the instructions and at least half of the branches come; else Site().
  [[nodiscard]] Site of_most() const {
    for (const auto &entry : shares_)
      if (entry.second.count.instructions * 2 > all_.instructions && entry.second.count.branches * 2 >= all_.branches)
        return entry.second.site;
    return {};
  }

private:
  struct Count {
    std::size_t instructions = 0;
    std::size_t branches = 0;
    void add(bool is_branch) {
      ++instructions;
      branches += is_branch ? 1 : 0;
    }
  };
  struct Share {
    Site site;
    Count count;
  };

  std::map<Statement, Share> shares_;
  Count all_;
};

} // namespace osaca::source
