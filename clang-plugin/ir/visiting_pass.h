// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns a function into a pass: a VisitingPass changes nothing, a ChangingPass returns whether it has changed the code.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

template <class Code, class Analyses> class VisitingPass : public llvm::PassInfoMixin<VisitingPass<Code, Analyses>> {
public:
  explicit VisitingPass(std::function<void(Code &)> look) : look_(std::move(look)) {}
  llvm::PreservedAnalyses run(Code &code, Analyses &) {
    look_(code);
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  std::function<void(Code &)> look_;
};

template <class Code, class Analyses> class ChangingPass : public llvm::PassInfoMixin<ChangingPass<Code, Analyses>> {
public:
  explicit ChangingPass(std::function<bool(Code &)> change) : change_(std::move(change)) {}
  llvm::PreservedAnalyses run(Code &code, Analyses &) {
    return change_(code) ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  std::function<bool(Code &)> change_;
};

using VisitModule = VisitingPass<llvm::Module, llvm::ModuleAnalysisManager>;
using VisitFunction = VisitingPass<llvm::Function, llvm::FunctionAnalysisManager>;
using ChangeModule = ChangingPass<llvm::Module, llvm::ModuleAnalysisManager>;
using ChangeFunction = ChangingPass<llvm::Function, llvm::FunctionAnalysisManager>;

} // namespace osaca::clang_plugin
