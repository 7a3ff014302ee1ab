// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rerun/needed_code.h"

#include "ir/visiting_pass.h"
#include "rerun/code_fingerprint.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LazyCallGraph.h>
#include <llvm/IR/PassInstrumentation.h>

namespace osaca::clang_plugin {

namespace {

using CallsOfUnit = llvm::StringMap<Calls>;

/// Counts the call paths from functions to certain targets, according to the calls in the source. Inlining a function
/// that is not a target does not change the sum over the calls that its caller has left.
class Ways {
public:
  Ways(const CallsOfUnit &before, Symbols targets) : before_(before), targets_(std::move(targets)) {}

  double from(const std::string &function) {
    if (targets_.count(function) != 0)
      return 1;
    const auto known = ways_.find(function);
    if (known != ways_.end())
      return known->second;
    ways_[function] = 0; // a recursive call adds no path
    double sum = 0;
    if (const auto calls = before_.find(function); calls != before_.end())
      sum = from(calls->second);
    return ways_[function] = sum;
  }

  double from(const Calls &calls) {
    double sum = 0;
    for (const auto &[callee, count] : calls)
      sum += count * from(callee);
    return sum;
  }

private:
  const CallsOfUnit &before_;
  Symbols targets_;
  llvm::StringMap<double> ways_;
};

/// The number of parameters that are used. Unused parameters of local functions are removed even where nothing else is
/// optimised.
std::size_t used_arguments(const llvm::Function &function) {
  return static_cast<std::size_t>(
      llvm::count_if(function.args(), [](const llvm::Argument &argument) { return !argument.use_empty(); }));
}

/// Compares the calls before and after the optimiser to find where a wanted loop was inlined, and what was inlined into
/// its function.
class Inlined {
public:
  Inlined(const RealRun &real, const llvm::Module &module, const std::vector<llvm::Function *> &holders)
      : left_(real.functions()) {
    for (const llvm::Function &function : module)
      if (!function.isDeclaration()) {
        before_[function.getName()] = calls_of(function);
        arguments_before_[function.getName()] = {function.arg_size(), used_arguments(function)};
      }
    for (const llvm::Function *holder : holders)
      holders_.insert(holder->getName().str());
    for (auto &function : before_)
      function.second = calls_within(function.second);
    for (const auto &[symbol, function] : left_)
      if (before_.count(symbol) != 0)
        calls_left_[symbol] = calls_within(function.calls);
  }

  /// The functions that contain a wanted loop at some time, the functions that their loops call, and the functions that
  /// are inlined into any of these.
  [[nodiscard]] Symbols needed() {
    Symbols needed = holders_;
    Ways to_holders(before_, holders_);
    std::vector<std::string> roots;
    for (const auto &function : calls_left_) {
      const std::string symbol = function.getKey().str();
      if (holders_.count(symbol) == 0 && !has_taken(symbol, to_holders))
        continue;
      needed.insert(symbol);
      add_inlined(symbol, needed);
      roots.push_back(symbol);
    }
    for (const std::string &callee : called_by_loops(roots, [this](const std::string &symbol) -> const DirectCalls * {
           const auto left = left_.find(symbol);
           return left != left_.end() ? &left->second.direct_calls : nullptr;
         })) {
      needed.insert(callee);
      add_inlined(callee, needed);
    }
    return needed;
  }

private:
  /// The calls of functions in the unit. Other functions are on no call path.
  [[nodiscard]] Calls calls_within(const Calls &calls) const {
    Calls within;
    for (const auto &call : calls)
      if (before_.count(call.first) != 0)
        within.insert(within.end(), call);
    return within;
  }

  bool has_taken(const std::string &symbol, Ways &ways) {
    return ways.from(calls_left_[symbol]) < ways.from(before_[symbol]);
  }

  /// Adds the functions that were inlined into `root`, which still exists, also through functions that do not exist any
  /// more.
  void add_inlined(const std::string &root, Symbols &needed) {
    Symbols seen{root};
    std::vector<std::string> open{root};
    while (!open.empty()) {
      const std::string function = std::move(open.back());
      open.pop_back();
      for (const auto &call : before_[function]) {
        const std::string &callee = call.first;
        if (!seen.insert(callee).second || !went_into(callee, root))
          continue;
        needed.insert(callee);
        open.push_back(callee);
      }
    }
  }

  bool went_into(const std::string &callee, const std::string &root) {
    const auto left = left_.find(callee);
    if (left == left_.end())
      return true;
    // A callee whose parameters changed is optimised again, because the change is visible to its callers.
    const Arguments &arguments = arguments_before_[callee];
    const std::size_t arguments_left = left->second.argument_count;
    if (arguments_left != arguments.all && arguments_left != arguments.used)
      return true;
    const auto ways = ways_to_.try_emplace(callee, before_, Symbols{callee}).first;
    return has_taken(root, ways->second);
  }

  struct Arguments {
    std::size_t all = 0;
    std::size_t used = 0;
  };

  const std::map<std::string, RealFunction> &left_;
  CallsOfUnit before_;
  CallsOfUnit calls_left_; ///< after the optimiser, of functions that existed before it
  llvm::StringMap<Arguments> arguments_before_;
  std::map<std::string, Ways> ways_to_;
  Symbols holders_;
};

Symbols intersection(const Symbols &a, const Symbols &b) {
  Symbols both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.end()));
  return both;
}

/// The positions of the parameters that are left in the real run, if they can be determined.
std::optional<std::vector<unsigned>> positions_left(const llvm::Function &function, std::size_t left) {
  std::vector<unsigned> positions;
  for (const llvm::Argument &argument : function.args())
    if (left == function.arg_size() || !argument.use_empty())
      positions.push_back(argument.getArgNo());
  return positions.size() == left ? std::optional(positions) : std::nullopt;
}

/// Copies the attributes from the real run, which the optimisation of callers depends on.
void take_attributes(llvm::Function &function, const RealFunction &real) {
  const std::optional<std::vector<unsigned>> positions = positions_left(function, real.argument_count);
  if (!positions)
    return;
  constexpr unsigned first = llvm::AttributeList::FirstArgIndex;
  for (const RealFunction::Attribute &attribute : real.attributes) {
    const bool is_of_parameter = attribute.index >= first && attribute.index - first < positions->size();
    const unsigned index = is_of_parameter ? (*positions)[attribute.index - first] + first : attribute.index;
    if (attribute.kind != llvm::Attribute::AlwaysInline)
      function.addAttributeAtIndex(index, llvm::Attribute::get(function.getContext(), attribute.kind, attribute.value));
  }
}

template <class Code> const Code *code_as(const llvm::Any &code) {
  const auto *pointer = llvm::any_cast<const Code *>(&code);
  return pointer != nullptr ? *pointer : nullptr;
}

} // namespace

SparedCode::SparedCode(const RealRun &real, const llvm::Module &module, const std::vector<llvm::Function *> &holders)
    : real_(real), optimised_(Inlined(real, module, holders).needed()) {}

void SparedCode::watch(llvm::PassBuilder &builder, Holds holds) {
  holds_ = std::move(holds);
  if (llvm::PassInstrumentationCallbacks *callbacks = builder.getPassInstrumentationCallbacks())
    callbacks->registerShouldRunOptionalPassCallback(
        [this](llvm::StringRef pass, const llvm::Any &code) { return should_run(pass, code); });
  clang_compat::at_optimiser_last(builder, [this](llvm::ModulePassManager &passes) {
    passes.addPass(VisitModule([this](const llvm::Module &module) { compare(module); }));
  });
}

bool SparedCode::is_spared(const llvm::Function &function) const { return optimised_.count(function.getName()) == 0; }

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

/// At this point, calls in dead code have been removed, and functions that are always inlined have been inlined. So the
/// guess is repeated here and is better than the first one. Callers must see the same attributes and calls of a
/// function that is not optimised as in the real run.
void SparedCode::settle(llvm::Module &module) {
  std::vector<llvm::Function *> holders;
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && holds_(function))
      holders.push_back(&function);
  optimised_ = intersection(optimised_, Inlined(real_, module, holders).needed());
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || !is_spared(function))
      continue;
    if (!function.hasFnAttribute(llvm::Attribute::AlwaysInline))
      function.addFnAttr(llvm::Attribute::NoInline);
    const auto real = real_.functions().find(function.getName().str());
    if (real != real_.functions().end())
      take_attributes(function, real->second);
  }
}

void SparedCode::compare(const llvm::Module &module) {
  is_same_code_ = true;
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() || !holds_(function))
      continue;
    const auto real = real_.functions().find(function.getName().str());
    is_same_code_ &= real != real_.functions().end() && real->second.fingerprint == code_fingerprint(function);
  }
}

} // namespace osaca::clang_plugin
