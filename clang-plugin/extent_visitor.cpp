// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "extent_visitor.h"

#include "function_names.h"

#include <clang/AST/StmtOpenMP.h>

namespace osaca::clang_plugin {
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

/// `do { ... } while (0)`, as in macros that are to be one statement.
bool runs_once(const clang::Stmt &statement, const clang::ASTContext &context) {
  const auto *loop = llvm::dyn_cast<clang::DoStmt>(&statement);
  const clang::Expr *condition = loop == nullptr ? nullptr : loop->getCond();
  bool goes_on = true;
  return condition != nullptr && !condition->isValueDependent() && !condition->containsErrors() &&
         condition->EvaluateAsBooleanCondition(goes_on, context) && !goes_on;
}

/// What may stand between a pragma and its loop: wrappers that begin where the loop does, other pragmas, labels.
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
  return Base::TraverseDecl(declaration);
}

bool ExtentVisitor::traverse_function(clang::FunctionDecl *function, clang::Decl *declaration) {
  extents_.note_statement(function->getBeginLoc());
  extents_.has_coroutine_ |=
      function->doesThisDeclarationHaveABody() && llvm::isa_and_nonnull<clang::CoroutineBodyStmt>(function->getBody());
  if (!function->doesThisDeclarationHaveABody() || !extents_.is_interesting(*function))
    return true;
  extents_.functions_.push_back(function);
  const clang::FunctionDecl *outer = std::exchange(function_, function);
  // Of a function without one its beginning is the next statement of those before it.
  const bool outer_holds = std::exchange(holds_pragma_, extents_.holds_pragma(*function));
  const bool goes_on = Base::TraverseDecl(declaration);
  function_ = outer;
  holds_pragma_ = outer_holds;
  return goes_on;
}

bool ExtentVisitor::TraverseLambdaExpr(clang::LambdaExpr *lambda) {
  clang::CXXMethodDecl *method = lambda->getCallOperator();
  const clang::FunctionDecl *outer = std::exchange(function_, method);
  const bool goes_on = Base::TraverseLambdaExpr(lambda);
  function_ = outer;
  if (clang::FunctionTemplateDecl *generic = method->getDescribedFunctionTemplate())
    for (clang::FunctionDecl *instance : generic->specializations())
      if (goes_on && !traverse_function(instance, instance))
        return false;
  return goes_on;
}

bool ExtentVisitor::TraverseStmt(clang::Stmt *statement) {
  if (statement == nullptr)
    return true;
  const clang::SourceLocation outer_directive = directive_;
  const unsigned outer_loops = directive_loops_;
  if (const auto *directive = llvm::dyn_cast<clang::OMPLoopBasedDirective>(statement)) {
    directive_ = directive->getBeginLoc();
    directive_loops_ = directive->getLoopsNumber();
  }
  note(*statement);
  // The base class may put children into a queue; without one each subtree is done when this returns.
  const bool goes_on = Base::TraverseStmt(statement);
  if (llvm::isa<clang::OMPLoopBasedDirective>(statement)) {
    directive_ = outer_directive;
    directive_loops_ = outer_loops;
  }
  return goes_on;
}

/// Part of a directive, which may stand between the pragma and its loop.
bool ExtentVisitor::TraverseOMPClause(clang::OMPClause *) { return true; }

/// Not the value of the case: it begins after the pragma that stands before the label.
bool ExtentVisitor::TraverseCaseStmt(clang::CaseStmt *label) { return TraverseStmt(label->getSubStmt()); }

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
