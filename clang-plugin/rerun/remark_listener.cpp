// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rerun/remark_listener.h"

namespace osaca::clang_plugin {

namespace {

constexpr const char *vectoriser = "loop-vectorize";
constexpr llvm::StringLiteral refusal = "loop not vectorized: ";

/// Where the loop is. LLVM reports a loop without metadata at the code before it; for such a loop, this is the branch
/// of its first block.
llvm::DiagnosticLocation place_of_loop(const llvm::DiagnosticInfoIROptimization &remark) {
  const auto *header = llvm::dyn_cast_or_null<llvm::BasicBlock>(remark.getCodeRegion());
  if (header == nullptr || !header->getTerminator()->getDebugLoc())
    return remark.getLocation();
  const bool has_metadata = llvm::any_of(llvm::predecessors(header), [](const llvm::BasicBlock *block) {
    return block->getTerminator()->getMetadata(llvm::LLVMContext::MD_loop) != nullptr;
  });
  return has_metadata ? remark.getLocation() : llvm::DiagnosticLocation(header->getTerminator()->getDebugLoc());
}

/// Other passes, such as the inliner, may report remarks without being asked.
bool is_about_loops(llvm::StringRef pass) {
  return pass == "loop-unroll" || pass == "loop-idiom" || pass == "loop-delete";
}

LoopRemark described(const llvm::DiagnosticInfoIROptimization &remark, std::string message) {
  const llvm::DiagnosticLocation location = place_of_loop(remark);
  return {{absolute_path(location.getAbsolutePath()), location.getLine(), location.getColumn()},
          remark.getFunction().getName().str(),
          std::move(message)};
}

} // namespace

bool RemarkListener::handleDiagnostics(const llvm::DiagnosticInfo &info) {
  has_error_ |= info.getSeverity() == llvm::DS_Error;
  listen(info);
  return next_ ? next_->handleDiagnostics(info) : true;
}

bool RemarkListener::isPassedOptRemarkEnabled(llvm::StringRef pass) const {
  return is_about_loops(pass) || (next_ && next_->isPassedOptRemarkEnabled(pass));
}

bool RemarkListener::isMissedOptRemarkEnabled(llvm::StringRef pass) const {
  return next_ && next_->isMissedOptRemarkEnabled(pass);
}

bool RemarkListener::isAnalysisRemarkEnabled(llvm::StringRef pass) const {
  return pass == vectoriser || (next_ && next_->isAnalysisRemarkEnabled(pass));
}

void RemarkListener::listen(const llvm::DiagnosticInfo &info) {
  const auto *remark = llvm::dyn_cast<llvm::DiagnosticInfoIROptimization>(&info);
  if (remark == nullptr || !remark->isLocationAvailable())
    return;
  const std::string message = remark->getMsg();
  llvm::StringRef words = message;
  if (llvm::isa<llvm::OptimizationRemark>(remark) && is_about_loops(remark->getPassName()))
    run_.remarks.push_back(described(*remark, message));
  else if (words.consume_front(refusal))
    run_.refusals.push_back(described(*remark, words.str()));
}

} // namespace osaca::clang_plugin
