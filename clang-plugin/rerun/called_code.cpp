// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rerun/called_code.h"

#include "ir/visiting_pass.h"

#include "called_texts.h"

#include <deque>

namespace osaca::clang_plugin {

namespace {

/// Larger functions are not followed. The analysis follows 400 instructions on the likely path, and a second
/// optimisation of much more code than that would take too long.
constexpr unsigned most_instructions_of_callee = 2000;

/// Limit for all functions of a unit together.
constexpr unsigned most_instructions_of_callees = 10000;

const llvm::Function *called_function(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function *callee = call != nullptr ? call->getCalledFunction() : nullptr;
  return callee != nullptr && !callee->isDeclaration() ? callee : nullptr;
}

} // namespace

DirectCalls direct_calls_of(const llvm::Function &function, bool with_loops) {
  DirectCalls calls;
  std::vector<std::pair<const llvm::BasicBlock *, const llvm::Function *>> found;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    calls.instructions += instruction.isDebugOrPseudoInst() ? 0 : 1;
    if (const llvm::Function *callee = called_function(instruction)) {
      calls.all.insert(callee->getName().str());
      found.emplace_back(instruction.getParent(), callee);
    }
  }
  if (!with_loops || found.empty())
    return calls;
  llvm::DominatorTree dominators(const_cast<llvm::Function &>(function));
  const llvm::LoopInfo loops(dominators);
  for (const auto &[block, callee] : found)
    if (loops.getLoopFor(block) != nullptr)
      calls.in_loops.insert(callee->getName().str());
  return calls;
}

Symbols called_by_loops(const std::vector<std::string> &roots,
                        const std::function<const DirectCalls *(const std::string &)> &calls_of) {
  Symbols found;
  unsigned instructions = 0;
  std::deque<std::pair<std::string, int>> open;
  const auto add = [&](const Symbols &callees, int depth) {
    for (const std::string &callee : callees) {
      const DirectCalls *calls = found.count(callee) == 0 ? calls_of(callee) : nullptr;
      if (calls == nullptr || calls->instructions > most_instructions_of_callee ||
          instructions + calls->instructions > most_instructions_of_callees || found.size() >= most_called_functions)
        continue;
      found.insert(callee);
      instructions += calls->instructions;
      if (depth < deepest_call)
        open.emplace_back(callee, depth);
    }
  };
  for (const std::string &root : roots)
    if (const DirectCalls *calls = calls_of(root))
      add(calls->in_loops, 1);
  for (; !open.empty(); open.pop_front())
    add(calls_of(open.front().first)->all, open.front().second + 1);
  return found;
}

void CalledCode::watch(llvm::PassBuilder &builder) {
  builder.registerVectorizerStartEPCallback([this](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
    passes.addPass(VisitFunction([this](llvm::Function &function) { find(*function.getParent()); }));
  });
  clang_compat::at_optimiser_last(builder, [this](llvm::ModulePassManager &passes) {
    passes.addPass(VisitModule([this](const llvm::Module &module) { find(module); }));
  });
}

bool CalledCode::contains(const llvm::Function &function) const { return symbols_.count(function.getName()) != 0; }

void CalledCode::find(const llvm::Module &module) {
  if (std::exchange(is_found_, true))
    return;
  std::map<std::string, DirectCalls> known;
  std::vector<std::string> roots;
  for (const llvm::Function &function : module)
    if (!function.isDeclaration() && holds_(function)) {
      roots.push_back(function.getName().str());
      known.emplace(roots.back(), direct_calls_of(function, true));
    }
  symbols_ = called_by_loops(roots, [&](const std::string &symbol) -> const DirectCalls * {
    const auto at = known.find(symbol);
    if (at != known.end())
      return &at->second;
    const llvm::Function *function = module.getFunction(symbol);
    return function == nullptr ? nullptr : &known.emplace(symbol, direct_calls_of(*function, false)).first->second;
  });
}

} // namespace osaca::clang_plugin
