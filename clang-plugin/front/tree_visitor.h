// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The base of the plugin's visitors of the syntax tree. Clang's own base is a template with about 500 functions, which
// take some seconds to compile for each derived class. Here it is instantiated once. What the plugin's visitors
// override is virtual, and has the names and parameters that Clang requires.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

class TreeVisitor : public clang::RecursiveASTVisitor<TreeVisitor> {
  using Base = clang::RecursiveASTVisitor<TreeVisitor>;

public:
  using Queue = DataRecursionQueue; ///< statements to visit later; null: each subtree is complete at once

  TreeVisitor() = default;
  TreeVisitor(const TreeVisitor &) = delete;
  TreeVisitor &operator=(const TreeVisitor &) = delete;
  virtual ~TreeVisitor() = default;

  virtual bool shouldVisitTemplateInstantiations() const { return false; }
  virtual bool shouldVisitImplicitCode() const { return false; }
  virtual bool shouldWalkTypesOfTypeLocs() const { return true; }

  // Visit a subtree; false: stop.
  virtual bool TraverseDecl(clang::Decl *declaration);
  virtual bool TraverseStmt(clang::Stmt *statement, Queue *queue = nullptr);
  virtual bool TraverseLambdaExpr(clang::LambdaExpr *lambda, Queue *queue = nullptr);
  virtual bool TraverseCaseStmt(clang::CaseStmt *label, Queue *queue = nullptr);
  virtual bool
  TraverseOMPClause(clang::OMPClause *clause); ///< only what the source says: the base's function is private

  // Visit a node; false: stop.
  virtual bool VisitVarDecl(clang::VarDecl *) { return true; }
  virtual bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *) { return true; }
  virtual bool VisitMemberExpr(clang::MemberExpr *) { return true; }
  virtual bool VisitUnaryOperator(clang::UnaryOperator *) { return true; }
  virtual bool VisitBinaryOperator(clang::BinaryOperator *) { return true; }
  virtual bool VisitCallExpr(clang::CallExpr *) { return true; }
  virtual bool VisitDeclRefExpr(clang::DeclRefExpr *) { return true; }
};

} // namespace osaca::clang_plugin
