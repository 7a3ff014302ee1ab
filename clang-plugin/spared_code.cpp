// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spared_code.h"

#include "code_fingerprint.h"
#include "visiting_pass.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LazyCallGraph.h>
#include <llvm/IR/PassInstrumentation.h>

namespace osaca::clang_plugin {
namespace {

unsigned count_of(const Calls &calls, const std::string &callee) {
  const auto found = calls.find(callee);
  return found != calls.end() ? found->second : 0;
}

/// Tells from the calls before and behind the optimiser where a wanted loop went, and what went into its function.
class Inlined {
public:
  Inlined(const RealRun &real, const llvm::Module &module, const std::vector<llvm::Function *> &holders) : real_(real) {
    for (const llvm::Function &function : module)
      if (!function.isDeclaration())
        before_[function.getName().str()] = calls_of(function);
    for (const llvm::Function *holder : holders)
      holders_.insert(holder->getName().str());
  }

  /// The functions that hold a wanted loop at some time, and what is inlined into them.
  [[nodiscard]] std::set<std::string> needed() {
    std::vector<std::string> open(holders_.begin(), holders_.end());
    for (const auto &[caller, calls] : before_)
      if (has_taken_loop(caller))
        open.push_back(caller);
    std::set<std::string> needed(open.begin(), open.end());
    while (!open.empty()) {
      const std::string function = std::move(open.back());
      open.pop_back();
      const auto left = real_.functions().find(function);
      for (const auto &[callee, count] : before_[function]) {
        const bool was_inlined = left == real_.functions().end() || count_of(left->second.calls, callee) < count;
        if (was_inlined && before_.count(callee) != 0 && needed.insert(callee).second)
          open.push_back(callee);
      }
    }
    return needed;
  }

private:
  /// In how many ways a function comes to a holder. Inlining anything but holders does not change the sum of what a
  /// function calls.
  double ways(const std::string &function) {
    if (holders_.count(function) != 0)
      return 1;
    const auto known = ways_.find(function);
    if (known != ways_.end())
      return known->second;
    ways_[function] = 0; // what calls itself in the end counts its other ways
    double sum = 0;
    if (const auto calls = before_.find(function); calls != before_.end())
      sum = ways(calls->second);
    return ways_[function] = sum;
  }

  double ways(const Calls &calls) {
    double sum = 0;
    for (const auto &[callee, count] : calls)
      sum += count * ways(callee);
    return sum;
  }

  bool has_taken_loop(const std::string &function) {
    const auto left = real_.functions().find(function);
    return left != real_.functions().end() && ways(left->second.calls) < ways(function);
  }

  const RealRun &real_;
  std::map<std::string, Calls> before_;
  std::map<std::string, double> ways_;
  std::set<std::string> holders_;
};

template <class Code> const Code *code_as(const llvm::Any &code) {
  const auto *pointer = llvm::any_cast<const Code *>(&code);
  return pointer != nullptr ? *pointer : nullptr;
}

} // namespace

SparedCode::SparedCode(const RealRun &real, const llvm::Module &module, const std::vector<llvm::Function *> &holders)
    : real_(real), optimised_(Inlined(real, module, holders).needed()) {}

void SparedCode::watch(llvm::PassBuilder &builder, Holds holds) {
  if (llvm::PassInstrumentationCallbacks *callbacks = builder.getPassInstrumentationCallbacks())
    callbacks->registerShouldRunOptionalPassCallback(
        [this](llvm::StringRef pass, const llvm::Any &code) { return should_run(pass, code); });
  clang_compat::at_optimiser_last(builder, [this, holds = std::move(holds)](llvm::ModulePassManager &passes) {
    passes.addPass(VisitModule([this, holds](const llvm::Module &module) { compare(module, holds); }));
  });
}

bool SparedCode::is_spared(const llvm::Function &function) const {
  return optimised_.count(function.getName().str()) == 0;
}

bool SparedCode::should_run(llvm::StringRef pass, const llvm::Any &code) {
  if (pass == "GlobalOptPass")
    is_between_ = true;
  if (!is_between_)
    return true;
  if (const auto *function = code_as<llvm::Function>(code))
    return !is_spared(*function);
  if (const auto *loop = code_as<llvm::Loop>(code))
    return !is_spared(*loop->getHeader()->getParent());
  const auto *component = code_as<llvm::LazyCallGraph::SCC>(code);
  if (component == nullptr)
    return true;
  if (!is_settled_ && component->begin() != component->end()) {
    is_settled_ = true;
    settle(*component->begin()->getFunction().getParent());
  }
  return llvm::any_of(*component, [this](llvm::LazyCallGraph::Node &node) { return !is_spared(node.getFunction()); });
}

/// Callers are to see of them what they see in the real run: their attributes, and calls.
void SparedCode::settle(llvm::Module &module) const {
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || !is_spared(function))
      continue;
    if (!function.hasFnAttribute(llvm::Attribute::AlwaysInline))
      function.addFnAttr(llvm::Attribute::NoInline);
    const auto real = real_.functions().find(function.getName().str());
    if (real == real_.functions().end() || real->second.argument_count != function.arg_size())
      continue;
    for (const RealFunction::Attribute &attribute : real->second.attributes)
      if (attribute.kind != llvm::Attribute::AlwaysInline)
        function.addAttributeAtIndex(attribute.index,
                                     llvm::Attribute::get(function.getContext(), attribute.kind, attribute.value));
  }
}

void SparedCode::compare(const llvm::Module &module, const Holds &holds) {
  is_same_code_ = true;
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() || !holds(function))
      continue;
    const auto real = real_.functions().find(function.getName().str());
    is_same_code_ &= real != real_.functions().end() && real->second.fingerprint == code_fingerprint(function);
  }
}

} // namespace osaca::clang_plugin
