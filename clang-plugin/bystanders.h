// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that have no say any more. Behind the inliner, passes and the code generator work on one function after the
// other: what holds nothing of a wanted loop there is emptied, so that nobody works on it. It stays a function, with
// its linkage and attributes, so that calls of it are written as before.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

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
