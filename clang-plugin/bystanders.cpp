// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bystanders.h"

#include "visiting_pass.h"

namespace osaca::clang_plugin {
namespace {

/// Some targets put such variables together, as all functions use them.
bool can_be_merged(const llvm::Value &value) {
  const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  return variable != nullptr && variable->hasLocalLinkage() && !variable->isConstant();
}

bool uses_mergeable(const llvm::Function &function) {
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    for (const llvm::Value *operand : instruction.operand_values())
      if (can_be_merged(*operand->stripInBoundsOffsets()))
        return true;
  return false;
}

void empty(llvm::Function &function) {
  for (llvm::BasicBlock &block : function)
    block.dropAllReferences();
  while (!function.empty())
    function.begin()->eraseFromParent();
  llvm::LLVMContext &context = function.getContext();
  new llvm::UnreachableInst(context, llvm::BasicBlock::Create(context, "", &function));
}

} // namespace

void Bystanders::watch(llvm::PassBuilder &builder) {
  builder.registerVectorizerStartEPCallback([this](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
    passes.addPass(ChangeFunction([this](llvm::Function &function) { return empty_early(function); }));
  });
  clang_compat::at_optimiser_last(builder, [this](llvm::ModulePassManager &passes) {
    passes.addPass(ChangeModule([this](llvm::Module &module) {
      empty_late(module);
      return true;
    }));
  });
}

/// Whoever refers to a local function that is kept stays as well: whether such a function is written at all depends on
/// it.
bool Bystanders::empty_early(llvm::Function &function) {
  if (!is_settled_) {
    is_settled_ = true;
    for (const llvm::Function &each : *function.getParent()) {
      if (each.isDeclaration() || !(holds_(each) || uses_mergeable(each)))
        continue;
      kept_early_.insert(&each);
      if (each.isDiscardableIfUnused())
        for (const llvm::User *user : each.users())
          if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user))
            kept_early_.insert(instruction->getFunction());
    }
  }
  if (kept_early_.count(&function) != 0)
    return false;
  empty(function);
  return true;
}

void Bystanders::empty_late(llvm::Module &module) {
  llvm::SmallVector<llvm::GlobalValue *, 8> used;
  llvm::SmallVector<llvm::Function *, 64> bystanders;
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (!holds_(function) && !uses_mergeable(function))
      bystanders.push_back(&function);
    else if (function.isDiscardableIfUnused() && !function.use_empty())
      used.push_back(&function);
  }
  llvm::appendToCompilerUsed(module, used);
  for (llvm::Function *function : bystanders)
    empty(*function);
  // Many small functions cost the code generator time as well, so that of those that nobody refers to nothing is left.
  for (llvm::Function *function : bystanders)
    if (function->use_empty()) {
      function->deleteBody();
      function->setComdat(nullptr);
    }
}

} // namespace osaca::clang_plugin
