// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records what the optimiser reports about loops.
#pragma once

#include "rerun/second_run.h"

namespace osaca::clang_plugin {

class RemarkListener final : public llvm::DiagnosticHandler {
public:
  /// Messages are also passed on to `next`. nullptr: they are not shown, because the first run has shown them.
  RemarkListener(SecondRun &run, std::unique_ptr<llvm::DiagnosticHandler> next) : run_(run), next_(std::move(next)) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override;
  bool isPassedOptRemarkEnabled(llvm::StringRef pass) const override;
  bool isMissedOptRemarkEnabled(llvm::StringRef pass) const override;
  bool isAnalysisRemarkEnabled(llvm::StringRef pass) const override;
  bool isAnyRemarkEnabled() const override { return true; }

  [[nodiscard]] bool has_error() const { return has_error_; }

private:
  void listen(const llvm::DiagnosticInfo &info);

  SecondRun &run_;
  std::unique_ptr<llvm::DiagnosticHandler> next_;
  bool has_error_ = false;
};

} // namespace osaca::clang_plugin
