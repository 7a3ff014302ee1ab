// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "front/loop_extents.h"

#include "front/functions.h"
#include "ir/places.h"

#include <clang/AST/StmtOpenMP.h>

namespace osaca::clang_plugin {

namespace {

bool is_inside(const DebugPlace &place, const LoopExtent &extent) {
  const auto key = [](const DebugPlace &p) { return std::make_pair(p.line, p.column); };
  return key(place) >= key(extent.first_place) && key(place) <= key(extent.last_place);
}

} // namespace

void LoopExtents::add(clang::Decl *declaration) { ExtentVisitor(*this).TraverseDecl(declaration); }

bool LoopExtents::comes_before(clang::SourceLocation a, clang::SourceLocation b) const {
  return context_.getSourceManager().isBeforeInTranslationUnit(a, b);
}

bool LoopExtents::is_in_system_header(const clang::FunctionDecl &function) const {
  return context_.getSourceManager().isInSystemHeader(function.getBeginLoc());
}

bool LoopExtents::holds_pragma(const clang::FunctionDecl &function) const {
  const clang::SourceRange range = function.getSourceRange();
  const auto after = std::lower_bound(
      pragmas_.begin(), pragmas_.end(), range.getBegin(),
      [this](clang::SourceLocation pragma, clang::SourceLocation begin) { return comes_before(pragma, begin); });
  return after != pragmas_.end() && !comes_before(range.getEnd(), *after);
}

int LoopExtents::extent_at(const clang::Stmt &loop, clang::SourceLocation directive) {
  const clang::SourceLocation first = loop.getBeginLoc();
  const auto inserted = by_first_.emplace(first.getRawEncoding(), static_cast<int>(extents_.size()));
  if (inserted.second) {
    LoopExtent extent;
    extent.first = first;
    extent.last = loop.getEndLoc();
    extent.keyword_place = place_of(first);
    extent.first_place = directive.isValid() ? place_of(directive) : extent.keyword_place;
    extent.last_place = end_place_of(extent.last);
    extent.in_system_header = context_.getSourceManager().isInSystemHeader(first);
    extents_.push_back(std::move(extent));
  }
  return inserted.first->second;
}

/// The arguments of a macro have places of their own, so code from a macro extends to the end of its use.
DebugPlace LoopExtents::end_place_of(clang::SourceLocation last) const {
  const clang::SourceLocation end = context_.getSourceManager().getExpansionRange(last).getEnd();
  return last.isMacroID() ? std::max(place_of(last), place_of(end)) : place_of(last);
}

void LoopExtents::note_statement(clang::SourceLocation location) {
  if (location.isInvalid() || pragmas_.empty())
    return;
  // Only for the last pragma before the place can this be the next statement. bind() applies it to the preceding
  // pragmas.
  const auto after = std::lower_bound(
      pragmas_.begin(), pragmas_.end(), location,
      [this](clang::SourceLocation pragma, clang::SourceLocation place) { return comes_before(pragma, place); });
  if (after == pragmas_.begin())
    return;
  clang::SourceLocation &nearest = next_statement_[static_cast<std::size_t>(after - pragmas_.begin()) - 1];
  if (nearest.isInvalid() || comes_before(location, nearest))
    nearest = location;
}

void LoopExtents::settle() {
  std::sort(extents_.begin(), extents_.end(),
            [this](const LoopExtent &a, const LoopExtent &b) { return comes_before(a.first, b.first); });
  std::vector<int> open;
  by_first_.clear();
  for (std::size_t i = 0; i < extents_.size(); ++i) {
    LoopExtent &extent = extents_[i];
    const int id = static_cast<int>(i);
    while (!open.empty() && comes_before(extents_[open.back()].last, extent.first))
      open.pop_back();
    extent.parent = open.empty() ? -1 : open.back();
    // A statement that runs once is not an inner loop, but may contain one.
    for (int outer = extent.runs_once ? -1 : extent.parent; outer >= 0;
         outer = extents_[outer].runs_once ? extents_[outer].parent : -1)
      extents_[outer].has_inner = true;
    open.push_back(id);
    by_place_[extent.keyword_place].push_back(id);
    if (!(extent.first_place == extent.keyword_place))
      by_place_[extent.first_place].push_back(id);
    by_file_[extent.keyword_place.file].push_back(id);
  }
  for (auto &file : by_file_)
    std::stable_sort(file.second.begin(), file.second.end(),
                     [this](int a, int b) { return extents_[a].first_place < extents_[b].first_place; });
}

std::vector<int> LoopExtents::bind() const {
  std::vector<int> bound(pragmas_.size(), -1);
  clang::SourceLocation next_statement;
  for (std::size_t p = pragmas_.size(); p-- > 0;) {
    if (next_statement_[p].isValid())
      next_statement = next_statement_[p];
    const auto loop = std::lower_bound(
        extents_.begin(), extents_.end(), pragmas_[p],
        [this](const LoopExtent &extent, clang::SourceLocation place) { return comes_before(extent.first, place); });
    if (loop == extents_.end())
      continue;
    if (next_statement.isInvalid() || !comes_before(next_statement, loop->first))
      bound[p] = static_cast<int>(loop - extents_.begin());
  }
  return bound;
}

std::vector<int> LoopExtents::beginning_at(const DebugPlace &place, const clang::FunctionDecl *function) const {
  const auto found = by_place_.find(place);
  if (found == by_place_.end())
    return {};
  std::vector<int> own;
  llvm::copy_if(found->second, std::back_inserter(own),
                [&](int id) { return llvm::is_contained(extents_[id].instances, function); });
  return own.empty() ? found->second : own;
}

int LoopExtents::innermost_at(const DebugPlace &place, const clang::FunctionDecl *function) const {
  const auto file = by_file_.find(place.file);
  if (file == by_file_.end() || place.line == 0)
    return -1;
  const auto after = std::upper_bound(file->second.begin(), file->second.end(), place,
                                      [this](const DebugPlace &p, int id) { return p < extents_[id].first_place; });
  int id = after == file->second.begin() ? -1 : *std::prev(after);
  while (id >= 0 && !is_inside(place, extents_[id]))
    id = extents_[id].parent;
  return id < 0 ? -1 : beginning_at(extents_[id].keyword_place, function).back();
}

namespace {

bool is_loop(const clang::Stmt &statement) {
  switch (statement.getStmtClass()) {
  case clang::Stmt::ForStmtClass:
  case clang::Stmt::WhileStmtClass:
  case clang::Stmt::DoStmtClass:
  case clang::Stmt::CXXForRangeStmtClass: return true;
  default: return false;
  }
}

/// `do { ... } while (0)`, as in macros that expand to one statement.
bool runs_once(const clang::Stmt &statement, const clang::ASTContext &context) {
  const auto *loop = llvm::dyn_cast<clang::DoStmt>(&statement);
  const clang::Expr *condition = loop == nullptr ? nullptr : loop->getCond();
  bool goes_on = true;
  return condition != nullptr && !condition->isValueDependent() && !condition->containsErrors() &&
         condition->EvaluateAsBooleanCondition(goes_on, context) && !goes_on;
}

/// What is allowed between a pragma and its loop: wrappers that begin where the loop does, other pragmas, labels.
bool is_transparent(const clang::Stmt &statement) {
  return llvm::isa<clang::CompoundStmt, clang::AttributedStmt, clang::LabelStmt, clang::SwitchCase, clang::CapturedStmt,
                   clang::OMPExecutableDirective>(statement);
}

} // namespace

bool ExtentVisitor::TraverseDecl(clang::Decl *declaration) {
  if (declaration == nullptr)
    return true;
  if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
    return traverse_function(function, declaration);
  return TreeVisitor::TraverseDecl(declaration);
}

bool ExtentVisitor::traverse_function(clang::FunctionDecl *function, clang::Decl *declaration) {
  extents_.note_statement(function->getBeginLoc());
  extents_.has_coroutine_ |=
      function->doesThisDeclarationHaveABody() && llvm::isa_and_nonnull<clang::CoroutineBodyStmt>(function->getBody());
  if (!function->doesThisDeclarationHaveABody())
    return true;
  const bool is_of_system = extents_.is_in_system_header(*function) && !extents_.holds_pragma(*function);
  // An annotated statement may call functions of libraries. Most of a library's functions are not used.
  const bool is_unused = function->isDependentContext() || (function->isInlined() && !function->isUsed());
  if (is_of_system && (extents_.statements_.is_empty() || is_unused))
    return true;
  extents_.statements_.add_function(*function);
  if (!is_of_system)
    extents_.functions_.push_back(function);
  const clang::FunctionDecl *outer = std::exchange(function_, function);
  // If the function contains no pragma, only its beginning matters: it is the next statement for earlier pragmas.
  const bool outer_holds = std::exchange(holds_pragma_, extents_.holds_pragma(*function));
  const bool goes_on = TreeVisitor::TraverseDecl(declaration);
  function_ = outer;
  holds_pragma_ = outer_holds;
  return goes_on;
}

bool ExtentVisitor::TraverseLambdaExpr(clang::LambdaExpr *lambda, Queue *) {
  clang::CXXMethodDecl *method = lambda->getCallOperator();
  const clang::FunctionDecl *outer = std::exchange(function_, method);
  const bool goes_on = TreeVisitor::TraverseLambdaExpr(lambda, nullptr);
  function_ = outer;
  if (clang::FunctionTemplateDecl *generic = method->getDescribedFunctionTemplate())
    for (clang::FunctionDecl *instance : generic->specializations())
      if (goes_on && !traverse_function(instance, instance))
        return false;
  return goes_on;
}

bool ExtentVisitor::TraverseStmt(clang::Stmt *statement, Queue *) {
  if (statement == nullptr)
    return true;
  const clang::SourceLocation outer_directive = directive_;
  const unsigned outer_loops = directive_loops_;
  if (const auto *directive = llvm::dyn_cast<clang::OMPLoopBasedDirective>(statement)) {
    directive_ = directive->getBeginLoc();
    directive_loops_ = directive->getLoopsNumber();
  }
  note(*statement);
  // The base class may put children into a queue. Without a queue, the subtree is complete when this returns.
  const bool goes_on = TreeVisitor::TraverseStmt(statement, nullptr);
  if (llvm::isa<clang::OMPLoopBasedDirective>(statement)) {
    directive_ = outer_directive;
    directive_loops_ = outer_loops;
  }
  return goes_on;
}

/// The clause is part of a directive, which is allowed between the pragma and its loop.
bool ExtentVisitor::TraverseOMPClause(clang::OMPClause *) { return true; }

/// The value of the case is skipped: it would count as a statement between a pragma before the label and its loop.
bool ExtentVisitor::TraverseCaseStmt(clang::CaseStmt *label, Queue *queue) {
  return TraverseStmt(label->getSubStmt(), queue);
}

void ExtentVisitor::note(const clang::Stmt &statement) {
  extents_.has_coroutine_ |= llvm::isa<clang::CoroutineBodyStmt>(statement);
  if (is_loop(statement)) {
    enter_loop(statement);
    return;
  }
  if (!holds_pragma_)
    return;
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(&statement))
    extents_.note_statement(block->getRBracLoc());
  if (!is_transparent(statement))
    extents_.note_statement(statement.getBeginLoc());
}

void ExtentVisitor::enter_loop(const clang::Stmt &loop) {
  const bool has_directive = directive_loops_ > 0;
  const int id = extents_.extent_at(loop, has_directive ? directive_ : clang::SourceLocation());
  if (has_directive)
    --directive_loops_;
  LoopExtent &extent = extents_.extents_[id];
  if (function_ == nullptr)
    return;
  extent.runs_once = runs_once(loop, function_->getASTContext());
  if (extent.function.empty())
    extent.function = qualified_name(*function_);
  const clang::FunctionDecl *canonical = function_->getCanonicalDecl();
  if (!function_->isDependentContext() && !llvm::is_contained(extent.instances, canonical))
    extent.instances.push_back(canonical);
}

bool ExtentVisitor::VisitVarDecl(clang::VarDecl *variable) {
  if (holds_pragma_ && !variable->isImplicit())
    extents_.note_statement(variable->getBeginLoc());
  return true;
}

} // namespace osaca::clang_plugin
