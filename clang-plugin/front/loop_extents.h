// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the source's loop statements begin and end (their extents), and which pragma applies to which loop. This is
// read from the syntax tree at the end of the unit, when every template is instantiated.
//
// A pragma applies to the first loop that begins after it, if no other statement or declaration begins in between. The
// instances of a template, and of an inlined function, share one extent.
#pragma once

#include "clang_compat.h"
#include "front/annotated_statements.h"
#include "front/tree_visitor.h"

namespace osaca::clang_plugin {

struct LoopExtent {
  clang::SourceLocation first; ///< place of the keyword
  clang::SourceLocation last;
  DebugPlace first_place; ///< place of the keyword, or of the OpenMP directive that the loop belongs to
  DebugPlace keyword_place;
  DebugPlace last_place;
  int parent = -1; ///< the enclosing extent in the same function, or -1
  bool has_inner = false;
  bool in_system_header = false;
  bool runs_once = false;                             ///< `do { ... } while (0)`: analysed only if it is annotated
  std::string function;                               ///< the first function in which it was found, as a readable name
  std::vector<const clang::FunctionDecl *> instances; ///< functions that can have machine code; canonical declarations

  [[nodiscard]] bool can_become_code() const { return !instances.empty(); }
};

class LoopExtents {
public:
  /// `are_attributes`: see RecordedPragmas.
  LoopExtents(clang::ASTContext &context, std::vector<clang::SourceLocation> pragmas,
              const std::vector<bool> &are_attributes)
      : context_(context), pragmas_(std::move(pragmas)),
        statements_(context.getSourceManager(), pragmas_, are_attributes), next_statement_(pragmas_.size()) {}

  /// Adds everything in a top-level declaration. If it is in a system header, only functions that contain a pragma are
  /// added, unless a pragma is before a statement that is no loop: that may call any function.
  void add(clang::Decl *declaration);

  /// Whether one of the added functions is a coroutine.
  [[nodiscard]] bool has_coroutine() const { return has_coroutine_; }

  /// The functions with bodies that were added, except for those of system headers.
  [[nodiscard]] const std::vector<const clang::FunctionDecl *> &functions() const { return functions_; }

  /// Sorts and nests the extents. Ids are valid from here on.
  void settle();

  [[nodiscard]] const std::vector<LoopExtent> &all() const { return extents_; }
  [[nodiscard]] const LoopExtent &operator[](int id) const { return extents_[id]; }

  /// The id of each pragma's extent; -1: no loop follows the pragma directly.
  [[nodiscard]] std::vector<int> bind() const;

  [[nodiscard]] AnnotatedStatements &statements() { return statements_; }
  [[nodiscard]] const AnnotatedStatements &statements() const { return statements_; }

  /// The extents that begin at this place, in the order of the source. There are several if a macro expands to several
  /// loops. For a file that is included twice, `function` (canonical; nullptr: unknown) distinguishes the inclusions.
  [[nodiscard]] std::vector<int> beginning_at(const DebugPlace &place, const clang::FunctionDecl *function) const;

  /// The smallest extent that contains the place, or -1.
  [[nodiscard]] int innermost_at(const DebugPlace &place, const clang::FunctionDecl *function) const;

private:
  friend class ExtentVisitor;

  [[nodiscard]] bool comes_before(clang::SourceLocation a, clang::SourceLocation b) const;
  [[nodiscard]] bool is_in_system_header(const clang::FunctionDecl &function) const;
  [[nodiscard]] bool holds_pragma(const clang::FunctionDecl &function) const;
  [[nodiscard]] DebugPlace end_place_of(clang::SourceLocation last) const;
  [[nodiscard]] DebugPlace place_of(clang::SourceLocation location) const {
    return debug_place(context_.getSourceManager(), location);
  }
  int extent_at(const clang::Stmt &loop, clang::SourceLocation directive);
  void note_statement(clang::SourceLocation location);

  clang::ASTContext &context_;
  std::vector<const clang::FunctionDecl *> functions_;
  std::vector<clang::SourceLocation> pragmas_;
  AnnotatedStatements statements_;
  std::vector<clang::SourceLocation> next_statement_; ///< per pragma: the nearest later place where a statement begins
  bool has_coroutine_ = false;
  std::vector<LoopExtent> extents_;
  std::unordered_map<unsigned, int> by_first_;
  std::map<DebugPlace, std::vector<int>> by_place_;
  std::map<std::string, std::vector<int>> by_file_; ///< ordered by their first line and column
};

// The traversal of the syntax tree that finds loop statements, and the code between a pragma and its loop.

class ExtentVisitor final : public TreeVisitor {
public:
  explicit ExtentVisitor(LoopExtents &extents) : extents_(extents) {}

  bool shouldVisitTemplateInstantiations() const override { return true; }
  bool shouldWalkTypesOfTypeLocs() const override { return false; }
  bool TraverseDecl(clang::Decl *declaration) override;
  bool TraverseLambdaExpr(clang::LambdaExpr *lambda, Queue *queue) override;
  bool TraverseStmt(clang::Stmt *statement, Queue *queue) override;
  bool TraverseCaseStmt(clang::CaseStmt *label, Queue *queue) override;
  bool TraverseOMPClause(clang::OMPClause *clause) override;
  bool VisitVarDecl(clang::VarDecl *variable) override;

private:
  bool traverse_function(clang::FunctionDecl *function, clang::Decl *declaration);
  void note(const clang::Stmt &statement);
  void enter_loop(const clang::Stmt &loop);

  LoopExtents &extents_;
  const clang::FunctionDecl *function_ = nullptr;
  bool holds_pragma_ = true;        ///< whether the visited function contains a pragma
  clang::SourceLocation directive_; ///< place of the OpenMP construct whose loops come next
  unsigned directive_loops_ = 0;
};

} // namespace osaca::clang_plugin
