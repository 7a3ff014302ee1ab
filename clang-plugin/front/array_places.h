// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An expression of the source as the name of the array that it comes to.
#pragma once

#include "clang_compat.h"
#include "front/loop_extents.h"
#include "ir/places.h"

namespace osaca::clang_plugin {

[[nodiscard]] bool is_of_library(const clang::Decl &declaration);

class ArrayTexts {
public:
  /// With "[]" for every index: "grid->cells[].x"; "" if it has no name. A pointer that gets its array where it is
  /// declared and no other one later stands for that array: rows of a stencil are often written so.
  [[nodiscard]] std::string of(const clang::Expr &expression) { return text_at(&expression, deepest_text); }

private:
  static constexpr int deepest_text = 50;

  std::string text_at(const clang::Expr *expression, int depth);
  std::string text_of_variable(const clang::ValueDecl &declaration, int depth);
  std::string text_of_origin(const clang::VarDecl &variable, int depth);
  std::string text_of_member(const clang::MemberExpr &member, int depth);
  std::string text_of_call(const clang::CallExpr &call, int depth);
  std::string text_of_operation(const clang::Expr &expression, int depth);
  bool gets_others(const clang::VarDecl &variable);

  using Variables = std::unordered_set<const clang::VarDecl *>;
  std::unordered_map<const clang::FunctionDecl *, Variables>
      set_again_; ///< variables of functions that were looked through
};

// Where the source comes to which array: the places that the generator gives to loads and stores, and what stands
// there.
//
// A pointer that is set once, where it is declared, is the array that it was computed from: rows of one array are often
// written so. Instructions keep these places through the optimiser and the code generator, so that an access is named
// by the expression that it was written as, whatever became of its address.

class ArrayPlaces {
public:
  explicit ArrayPlaces(clang::ASTContext &context) : context_(context) {}

  /// Everything below a declaration at the top level; nothing of system headers.
  void add(clang::Decl *declaration);

  /// Of an access at place `index` of the table, or at the nearest call through which it was inlined; "" unknown.
  [[nodiscard]] std::string array_at(const PlaceTable &places, int index) const;

private:
  friend class ArrayVisitor;
  struct Place {
    int file = -1;
    unsigned line = 0;
    unsigned column = 0;
    friend bool operator<(const Place &a, const Place &b) {
      return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
    }
  };

  /// Names that say more than others of the same place: of an element, rather than of the variable that it is found by.
  enum class Weight { variable, element };
  struct Name {
    std::string text; ///< "": several
    Weight weight = Weight::variable;
  };
  using Names = std::map<Place, Name>;

  void note(clang::SourceLocation location, const std::string &text, Weight weight = Weight::element);
  static void add_to(Names &names, const Place &place, Name name);
  void note_object(clang::SourceLocation location, const clang::Expr &object);
  [[nodiscard]] Place place_of(clang::SourceLocation location);
  [[nodiscard]] const std::string *find(const Names &in, const DebugPlace &place) const;

  clang::ASTContext &context_;
  ArrayTexts texts_;
  std::unordered_map<const char *, int> files_by_spelling_;
  std::map<std::string, int> files_; ///< by absolute path
  Names arrays_;
  Names objects_; ///< of calls of member functions, with what stands between them and the member
};

} // namespace osaca::clang_plugin
