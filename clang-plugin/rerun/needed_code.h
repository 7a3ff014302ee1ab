// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reduces the code of the second run. Functions that are not needed are removed from its module, not optimised, or
// emptied after inlining.
#pragma once

#include "clang_compat.h"
#include "rerun/real_run.h"

namespace osaca::clang_plugin {

// Keeps only functions that can influence the code of the annotated loops. Most functions of a large unit cannot, so
// they need not be optimised and generated a second time.
//
// The functions that contain such a loop are kept, and all functions into which they could be inlined. All functions
// that these functions call are kept too, because the optimiser may inline or analyse them. Data that decide whether a
// kept function is generated at all, such as a table that refers to it, are also kept. If something is local to this
// unit (a static function, or a static variable that is not constant), everything that uses it is kept, because the
// optimiser counts and compares the uses.

void keep_only_needed(llvm::Module &module, const std::vector<llvm::Function *> &holders);

// Skips the optimisation of functions that are irrelevant according to the real run, which is the compiler's own. A
// function is irrelevant if no wanted loop was inlined into it, if no wanted loop calls it, and if it was not inlined
// into a function with a wanted loop or into one that such a loop calls. That the second run inlines in the same way is
// a guess. So it is checked after the last pass whether the code with wanted loops, and the code that they call, is
// identical to that of the real run.

class SparedCode {
public:
  using Holds = std::function<bool(const llvm::Function &)>;

  /// `module` is the state before the first pass, and `holders` are its functions with a wanted loop.
  SparedCode(const RealRun &real, const llvm::Module &module, const std::vector<llvm::Function *> &holders);

  /// `holds`: whether a function contains code of a wanted loop or, after inlining, is called by one.
  void watch(llvm::PassBuilder &builder, Holds holds);

  /// Whether this code is identical to that of the real run.
  [[nodiscard]] bool is_same_code() const { return is_same_code_; }

private:
  [[nodiscard]] bool should_run(llvm::StringRef pass, const llvm::Any &code);
  [[nodiscard]] bool is_spared(const llvm::Function &function) const;
  void settle(llvm::Module &module);
  void compare(const llvm::Module &module);

  const RealRun &real_;
  std::set<std::string, std::less<>> optimised_; ///< symbols
  Holds holds_;
  bool is_between_ = false; ///< after the passes over the whole unit that precede the inliner
  bool is_settled_ = false;
  bool is_same_code_ = false;
};

// Functions without wanted loops, which do not matter any more after inlining. After the inliner, the passes and the
// code generator process one function after the other. Functions that neither contain code of a wanted loop nor are
// called by one are emptied at that point, so that no time is spent on them. An emptied function keeps its linkage and
// attributes, so that calls of it are generated as before.

class Bystanders {
public:
  using Holds = std::function<bool(const llvm::Function &)>;

  /// `holds`: whether a function contains code of a wanted loop, contained a wanted loop in the source, or is called by
  /// a wanted loop.
  explicit Bystanders(Holds holds) : holds_(std::move(holds)) {}

  /// Empties functions before the vectoriser, and again after the last pass.
  void watch(llvm::PassBuilder &builder);

private:
  bool empty_early(llvm::Function &function);
  void empty_late(llvm::Module &module);

  Holds holds_;
  std::unordered_set<const llvm::Function *> kept_early_;
  bool is_settled_ = false; ///< kept_early_ is known
};

} // namespace osaca::clang_plugin
