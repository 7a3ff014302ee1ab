// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How code belongs to annotated statements that are no loops: through the calls that it was inlined through, or because
// the statement calls its function.
#include "ir/ir_loops.h"

#include "statement_share.h"

namespace osaca::clang_plugin {

namespace {

/// A function that more annotated statements call is reported for the first ones.
constexpr std::size_t most_statements_of_function = 20;

/// Of the functions that were inlined into a loop, only the first ones are counted.
constexpr std::size_t most_copies = 100;

} // namespace

IrLoops::Site IrLoops::site_of(const llvm::DILocation *location) {
  if (location == nullptr || extents_.statements().is_empty())
    return {};
  const auto known = sites_.find(location);
  if (known != sites_.end())
    return known->second;
  Site site;
  for (const llvm::DILocation *at = location; at != nullptr && site.statement < 0; at = at->getInlinedAt())
    if (at->getLine() != 0)
      site = {extents_.statements().innermost_at(places_.place_of(*at)), at};
  return sites_[location] = site.statement < 0 ? Site() : site;
}

/// A function of a template, a lambda or a header: what a statement calls without having written it.
bool IrLoops::counts_as_part(const llvm::Function &function, int statement) const {
  if (function.hasLinkOnceLinkage() || function.hasWeakLinkage())
    return true;
  const clang::FunctionDecl *source = function_of(function.getName().str());
  if (source == nullptr)
    return false;
  return source->isInlined() || source->isTemplateInstantiation() ||
         debug_place(source->getASTContext().getSourceManager(), source->getLocation()).file !=
             extents_.statements()[statement].from_place.file;
}

/// `from`: the annotated statement that the function was called from.
void IrLoops::follow_calls(llvm::Function &function, Site from) {
  std::vector<std::pair<llvm::Function *, Site>> open = {{&function, from}};
  while (!open.empty()) {
    const auto [caller, of_caller] = open.back();
    open.pop_back();
    for (const llvm::Instruction &instruction : llvm::instructions(*caller)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      llvm::Function *callee = call != nullptr ? call->getCalledFunction() : nullptr;
      if (callee == nullptr || callee->isDeclaration())
        continue;
      const Site own = site_of(instruction.getDebugLoc().get());
      const Site site = own.statement >= 0 ? own : of_caller;
      if (site.statement < 0 || !counts_as_part(*callee, site.statement))
        continue;
      std::vector<Site> &known = called_[callee->getName().str()];
      const bool is_known =
          llvm::any_of(known, [&site](const Site &other) { return other.statement == site.statement; });
      if (is_known || known.size() >= most_statements_of_function)
        continue;
      known.push_back(site);
      open.emplace_back(callee, site);
    }
  }
}

void IrLoops::note_calls(llvm::Module &module) {
  called_.clear();
  if (extents_.statements().is_empty())
    return;
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      follow_calls(function, {});
}

/// Whether the function contains code of an annotated statement, or contained the statement in the source.
bool IrLoops::is_in_statement(const llvm::Function &function) {
  if (extents_.statements().is_empty())
    return false;
  if (called_.find(function.getName()) != called_.end() ||
      extents_.statements().is_of(function_of(function.getName().str())))
    return true;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (site_of(instruction.getDebugLoc().get()).statement >= 0)
      return true;
  return false;
}

IrLoops::Site IrLoops::site_of_most(const llvm::Loop &loop) {
  source::StatementShares<int, Site> shares;
  for (const llvm::BasicBlock *block : loop.blocks()) {
    if (llvm::any_of(loop.getSubLoops(), [block](const llvm::Loop *inner) { return inner->contains(block); }))
      continue;
    for (const llvm::Instruction &instruction : *block) {
      const llvm::DILocation *location = instruction.getDebugLoc();
      if (location == nullptr || location->getLine() == 0)
        continue;
      const bool is_branch = instruction.isTerminator() && instruction.getNumSuccessors() > 1;
      const Site site = site_of(location);
      if (site.statement < 0)
        shares.add(is_branch);
      else
        shares.add(site.statement, site, is_branch);
    }
  }
  return shares.of_most();
}

/// The function that most of the loop's own instructions were inlined from, and the source loop there. A few of the
/// instructions may have the place of the call.
void IrLoops::find_written(const llvm::Loop &loop, IrLoop &found) {
  struct Copy {
    const llvm::DILocation *first = nullptr;
    unsigned count = 0;
  };
  std::vector<Copy> copies; // in the order of the code
  for (const llvm::BasicBlock *block : loop.blocks())
    for (const llvm::Instruction &instruction : *block) {
      const llvm::DILocation *location = instruction.getDebugLoc();
      if (location == nullptr || location->getLine() == 0)
        continue;
      const auto known = llvm::find_if(copies, [location](const Copy &copy) {
        return copy.first->getScope()->getSubprogram() == location->getScope()->getSubprogram() &&
               copy.first->getInlinedAt() == location->getInlinedAt();
      });
      if (known != copies.end())
        ++known->count;
      else if (copies.size() < most_copies)
        copies.push_back({location, 1});
    }
  const auto most =
      std::max_element(copies.begin(), copies.end(), [](const Copy &a, const Copy &b) { return a.count < b.count; });
  if (most == copies.end())
    return;
  const llvm::DILocation *place = most->first;
  const int extent = extents_.innermost_at(places_.place_of(*place), function_of(places_.function_of(*place)));
  const bool is_of_parent = found.parent >= 0 && loops_[found.parent].extent == extent;
  found.extent = is_of_parent || !loop.isInnermost() ? -1 : extent;
  found.place = found.extent >= 0 ? place_of(loop, extent) : places_.index_of(place);
}

/// The place of the loop decides, if it is known: a loop around the statement may contain much of the statement's code.
void IrLoops::find_statement(const llvm::Loop &loop, IrLoop &found) {
  if (extents_.statements().is_empty())
    return;
  if (found.extent >= 0) {
    for (int at = found.place; at >= 0 && found.statements.empty(); at = places_.entries()[at].call_site)
      if (const int statement = extents_.statements().innermost_at(places_.entries()[at].place); statement >= 0)
        found.statements = {{statement, at}};
  } else {
    const Site site = site_of_most(loop);
    if (site.statement >= 0) {
      found.statements = {{site.statement, places_.index_of(site.place)}};
      find_written(loop, found);
    }
  }
  const auto called = called_.find(loop.getHeader()->getParent()->getName());
  if (found.statements.empty() && called != called_.end())
    for (const Site &site : called->second)
      found.statements.push_back({site.statement, places_.index_of(site.place)});
}

} // namespace osaca::clang_plugin
