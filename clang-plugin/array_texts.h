// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An expression of the source as the name of the array that it comes to.
#pragma once

#include "clang_compat.h"

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

} // namespace osaca::clang_plugin
