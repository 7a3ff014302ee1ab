// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spares the second run the optimisation of functions that, as the real run shows, ended up neither around a wanted
// loop nor inside a function with one. That is a guess about what matters; whether it was right is checked behind the
// last pass, where the code with wanted loops has to be the real run's.
#pragma once

#include "real_run.h"

namespace osaca::clang_plugin {

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

} // namespace osaca::clang_plugin
