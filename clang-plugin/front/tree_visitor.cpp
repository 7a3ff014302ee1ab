// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "front/tree_visitor.h"

namespace osaca::clang_plugin {

bool TreeVisitor::TraverseDecl(clang::Decl *declaration) { return Base::TraverseDecl(declaration); }

bool TreeVisitor::TraverseStmt(clang::Stmt *statement, Queue *queue) { return Base::TraverseStmt(statement, queue); }

bool TreeVisitor::TraverseLambdaExpr(clang::LambdaExpr *lambda, Queue *queue) {
  return Base::TraverseLambdaExpr(lambda, queue);
}

bool TreeVisitor::TraverseCaseStmt(clang::CaseStmt *label, Queue *queue) {
  return Base::TraverseCaseStmt(label, queue);
}

bool TreeVisitor::TraverseOMPClause(clang::OMPClause *clause) {
  return clause == nullptr ||
         llvm::all_of(clause->children(), [this](clang::Stmt *child) { return TraverseStmt(child, nullptr); });
}

} // namespace osaca::clang_plugin
