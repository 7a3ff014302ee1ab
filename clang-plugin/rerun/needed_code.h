// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which code the second run needs: everything else is removed from its module, spared the optimiser, or emptied after
// inlining.
#pragma once

#include "clang_compat.h"
#include "rerun/real_run.h"

namespace osaca::clang_plugin {

// Leaves in the second run's module only what can have a say in the code of the annotated loops. Most of a large unit
// has none, and is neither optimised nor written a second time.
//
// Kept are the functions that hold such a loop; all that they could be inlined into; all that these call (the optimiser
// may inline it, or learn from it); what decides whether they are written at all, such as a table that refers to them;
// and, where something is known to this unit only (a static function, a static variable that is not constant),
// everything that uses it, because the optimiser counts and compares the uses.

void keep_only_needed(llvm::Module &module, const std::vector<llvm::Function *> &holders);

// Spares the second run the optimisation of functions that, as the real run shows, ended up neither around a wanted
// loop nor inside a function with one. That is a guess about what matters; whether it was right is checked behind the
// last pass, where the code with wanted loops has to be the real run's.

class SparedCode {
public:
  using Holds = std::function<bool(const llvm::Function &)>;

  /// `module` before the first pass, `holders`: its functions with a wanted loop.
  SparedCode(const RealRun &real, const llvm::Module &module, const std::vector<llvm::Function *> &holders);

  /// `holds`: whether anything of a wanted loop is in a function.
  void watch(llvm::PassBuilder &builder, Holds holds);

  /// Whether all code with wanted loops is that of the real run.
  [[nodiscard]] bool is_same_code() const { return is_same_code_; }

private:
  [[nodiscard]] bool should_run(llvm::StringRef pass, const llvm::Any &code);
  [[nodiscard]] bool is_spared(const llvm::Function &function) const;
  void settle(llvm::Module &module);
  void compare(const llvm::Module &module);

  const RealRun &real_;
  std::set<std::string, std::less<>> optimised_; ///< symbols
  Holds holds_;
  bool is_between_ = false; ///< behind the passes over the whole unit that come before the inliner
  bool is_settled_ = false;
  bool is_same_code_ = false;
};

// Functions that have no say any more. Behind the inliner, passes and the code generator work on one function after the
// other: what holds nothing of a wanted loop there is emptied, so that nobody works on it. It stays a function, with
// its linkage and attributes, so that calls of it are written as before.

class Bystanders {
public:
  using Holds = std::function<bool(const llvm::Function &)>;

  /// `holds`: whether anything of a wanted loop is, or was in the source, in the function as it is now.
  explicit Bystanders(Holds holds) : holds_(std::move(holds)) {}

  /// Empties them before the vectoriser, and again behind the last pass.
  void watch(llvm::PassBuilder &builder);

private:
  bool empty_early(llvm::Function &function);
  void empty_late(llvm::Module &module);

  Holds holds_;
  std::unordered_set<const llvm::Function *> kept_early_;
  bool is_settled_ = false; ///< kept_early_ is known
};

} // namespace osaca::clang_plugin
