// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the source comes to which array: the places that the generator gives to loads and stores, and what stands
// there.
//
// A pointer that is set once, where it is declared, is the array that it was computed from: rows of one array are often
// written so. Instructions keep these places through the optimiser and the code generator, so that an access is named
// by the expression that it was written as, whatever became of its address.
#pragma once

#include "array_texts.h"
#include "loop_extents.h"
#include "places.h"

namespace osaca::clang_plugin {

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
