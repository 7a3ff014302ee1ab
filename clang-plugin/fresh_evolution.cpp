// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fresh_evolution.h"

namespace osaca::clang_plugin {

std::int64_t step_of(llvm::Value *value, const llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
  if (!evolution.isSCEVable(value->getType()))
    return 0;
  const auto *recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(value));
  if (recurrence == nullptr || recurrence->getLoop() != &loop || !recurrence->isAffine())
    return 0;
  const auto *step = llvm::dyn_cast<llvm::SCEVConstant>(recurrence->getStepRecurrence(evolution));
  if (step == nullptr || step->getAPInt().getBitWidth() > 64)
    return 0;
  return step->getAPInt().getSExtValue();
}

llvm::Value *address_in(llvm::Instruction &instruction) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->getPointerOperand();
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store->getPointerOperand();
  return nullptr;
}

std::set<std::int64_t> counters_of(const llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
  std::set<std::int64_t> steps;
  for (llvm::PHINode &phi : loop.getHeader()->phis())
    if (phi.getType()->isIntegerTy())
      if (const std::int64_t step = step_of(&phi, loop, evolution))
        steps.insert(std::abs(step));
  return steps;
}

} // namespace osaca::clang_plugin
