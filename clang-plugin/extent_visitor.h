// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The walk over the syntax tree that finds loop statements and what stands between a pragma and its loop.
#pragma once

#include "loop_extents.h"

namespace osaca::clang_plugin {

class ExtentVisitor : public clang::RecursiveASTVisitor<ExtentVisitor> {
  using Base = clang::RecursiveASTVisitor<ExtentVisitor>;

public:
  explicit ExtentVisitor(LoopExtents &extents) : extents_(extents) {}

  // Names that the base class looks for.
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseDecl(clang::Decl *declaration);
  bool TraverseLambdaExpr(clang::LambdaExpr *lambda);
  bool TraverseStmt(clang::Stmt *statement);
  bool TraverseCaseStmt(clang::CaseStmt *label);
  bool TraverseOMPClause(clang::OMPClause *clause);
  bool VisitVarDecl(clang::VarDecl *variable);

private:
  bool traverse_function(clang::FunctionDecl *function, clang::Decl *declaration);
  void note(const clang::Stmt &statement);
  void enter_loop(const clang::Stmt &loop);

  LoopExtents &extents_;
  const clang::FunctionDecl *function_ = nullptr;
  bool holds_pragma_ = true;        ///< what is visited
  clang::SourceLocation directive_; ///< of the OpenMP construct whose loops come next
  unsigned directive_loops_ = 0;
};

} // namespace osaca::clang_plugin
