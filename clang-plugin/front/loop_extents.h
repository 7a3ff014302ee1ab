// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the loop statements of the source begin and end, and which pragma belongs to which. Read from the syntax tree
// at the end of the unit, when every template is instantiated.
//
// A pragma belongs to the first loop that begins after it, if no other statement or declaration begins in between.
// The instances of a template, and of an inlined function, share one extent.
#pragma once

#include "clang_compat.h"

namespace osaca::clang_plugin {

/// A place as the debug information tells it: what the optimiser's and the code generator's instructions carry.
struct DebugPlace {
  std::string file; ///< absolute
  unsigned line = 0;
  unsigned column = 0;

  friend bool operator<(const DebugPlace &a, const DebugPlace &b) {
    return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
  }
  friend bool operator==(const DebugPlace &a, const DebugPlace &b) {
    return a.line == b.line && a.column == b.column && a.file == b.file;
  }
};

struct LoopExtent {
  clang::SourceLocation first; ///< the keyword
  clang::SourceLocation last;
  DebugPlace first_place; ///< of the keyword, or of the OpenMP directive that the loop belongs to
  DebugPlace keyword_place;
  DebugPlace last_place;
  int parent = -1; ///< the enclosing extent in the same function, or -1
  bool has_inner = false;
  bool in_system_header = false;
  bool runs_once = false;                             ///< `do { ... } while (0)`: analysed only if it is annotated
  std::string function;                               ///< the first function it was seen in, readable
  std::vector<const clang::FunctionDecl *> instances; ///< canonical; those that may become code

  [[nodiscard]] bool can_become_code() const { return !instances.empty(); }
};

class LoopExtents {
public:
  LoopExtents(clang::ASTContext &context, std::vector<clang::SourceLocation> pragmas)
      : context_(context), pragmas_(std::move(pragmas)), next_statement_(pragmas_.size()) {}

  /// Everything below a declaration at the top level; of system headers only functions that hold a pragma.
  void add(clang::Decl *declaration);

  /// Whether a body of a coroutine was among it.
  [[nodiscard]] bool has_coroutine() const { return has_coroutine_; }

  /// Those whose bodies were among it, but for system headers'.
  [[nodiscard]] const std::vector<const clang::FunctionDecl *> &functions() const { return functions_; }

  /// Sorts and nests what was added. Ids are valid from here on.
  void settle();

  [[nodiscard]] const std::vector<LoopExtent> &all() const { return extents_; }
  [[nodiscard]] const LoopExtent &operator[](int id) const { return extents_[id]; }

  /// Per pragma the id of its extent; -1: no loop follows it directly.
  [[nodiscard]] std::vector<int> bind() const;

  /// The extents that begin at this place, in the order of the source: several if a macro makes them. What is included
  /// twice is told apart by `function` (canonical; nullptr: unknown).
  [[nodiscard]] std::vector<int> beginning_at(const DebugPlace &place, const clang::FunctionDecl *function) const;

  /// The smallest extent that holds the place, or -1.
  [[nodiscard]] int innermost_at(const DebugPlace &place, const clang::FunctionDecl *function) const;

private:
  friend class ExtentVisitor;

  [[nodiscard]] bool comes_before(clang::SourceLocation a, clang::SourceLocation b) const;
  [[nodiscard]] bool is_interesting(const clang::FunctionDecl &function) const;
  [[nodiscard]] bool holds_pragma(const clang::FunctionDecl &function) const;
  [[nodiscard]] DebugPlace place_of(clang::SourceLocation location) const;
  int extent_at(const clang::Stmt &loop, clang::SourceLocation directive);
  void note_statement(clang::SourceLocation location);

  clang::ASTContext &context_;
  std::vector<const clang::FunctionDecl *> functions_;
  std::vector<clang::SourceLocation> pragmas_;
  std::vector<clang::SourceLocation> next_statement_; ///< per pragma: the nearest place after it where something begins
  bool has_coroutine_ = false;
  std::vector<LoopExtent> extents_;
  std::unordered_map<unsigned, int> by_first_;
  std::map<DebugPlace, std::vector<int>> by_place_;
  std::map<std::string, std::vector<int>> by_file_; ///< ordered by their first line and column
};

// The walk over the syntax tree that finds loop statements and what stands between a pragma and its loop.

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
