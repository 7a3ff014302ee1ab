// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names the array that an expression of the source accesses.
#pragma once

#include "clang_compat.h"
#include "front/loop_extents.h"
#include "ir/places.h"

namespace osaca::clang_plugin {

[[nodiscard]] bool is_of_library(const clang::Decl &declaration);

class ArrayTexts {
public:
  /// The name of the array, with "[]" for every index: "grid->cells[].x"; "" if it has none. A pointer is replaced by
  /// its array if it is set where it is declared, and never points to another array later. The rows of a stencil are
  /// often accessed through such pointers.
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
      set_again_; ///< variables that are set again, per function that was searched
};

// Maps places in the source to arrays: the places that the code generator gives to loads and stores, and the arrays
// accessed there.
//
// A pointer that is set once, where it is declared, counts as the array that it was computed from. Instructions keep
// these places through the optimiser and the code generator. So an access is named after the expression in the source,
// however its address is computed in the end.

class ArrayPlaces {
public:
  explicit ArrayPlaces(clang::ASTContext &context) : context_(context) {}

  /// Adds everything in a top-level declaration, unless it is in a system header.
  void add(clang::Decl *declaration);

  /// The array accessed at place `index` of the table, or at the nearest call through which it was inlined; "":
  /// unknown.
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

  /// Precedence among the names for one place: the name of the accessed element is used rather than the name of the
  /// variable through which the element is found.
  enum class Weight { variable, element };
  struct Name {
    std::string text; ///< "": several arrays
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
  Names objects_; ///< of objects whose member functions are called, including the operator that precedes the member
};

} // namespace osaca::clang_plugin
