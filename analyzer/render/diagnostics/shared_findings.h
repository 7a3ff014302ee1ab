// Findings of the machine loops of one source loop, each listed once for all loops and cores about which it says the
// same.
#pragma once

#include "base/loop_role.h"
#include "report/report.h"

#include <set>
#include <string>
#include <vector>

namespace osaca {

struct SharedFinding {
  const Finding *finding = nullptr;
  std::string message;
  SourceLocation where;
  const KernelReport *kernel = nullptr; ///< the first one that has the finding
  bool on_speaking_path = true;
  std::vector<LoopRole> also_roles = {};
  std::vector<std::string> also_archs = {};
  std::vector<LoopRole> other_figures = {}; ///< roles in which its message differs, but few iterations run
};

class SharedFindings {
public:
  /// `loops`: one path of each machine loop and core, in the order of their headlines. Not empty.
  explicit SharedFindings(const std::vector<const KernelReport *> &loops);

  /// `place`: of the kernel.
  void add(const Finding &finding, const KernelReport &kernel, const SourceLocation &place, bool on_speaking_path);

  [[nodiscard]] const std::vector<SharedFinding> &all() const { return all_; }

  /// " (also in the remainder, also on B)", " (in copy 2 of 2, on B)": names the loops and cores that the finding is
  /// about, unless it is about the first loop alone, or about all of them.
  [[nodiscard]] std::string scope_of(const SharedFinding &shared) const;

private:
  [[nodiscard]] SharedFinding *find_same(const SharedFinding &found);
  [[nodiscard]] SharedFinding *find_similar(const SharedFinding &found);
  [[nodiscard]] std::string functions_of(const SharedFinding &shared) const;
  [[nodiscard]] std::string roles_of(const SharedFinding &shared) const;
  [[nodiscard]] std::string archs_of(const SharedFinding &shared) const;

  const KernelReport &first_;
  std::set<std::string> archs_;
  std::set<std::string> functions_;
  std::vector<SharedFinding> all_;
};

} // namespace osaca
