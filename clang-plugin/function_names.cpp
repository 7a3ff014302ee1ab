// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "function_names.h"

#include "symbol_length.h"

#include <llvm/Demangle/Demangle.h>

namespace osaca::clang_plugin {
namespace {

/// Counts what a printed name is made of. A type may name its parts again and again: B<B<..>, B<..>> of 30 levels would
/// fill the memory.
class NameLength {
public:
  [[nodiscard]] bool is_within_bounds(const clang::FunctionDecl &function) {
    if (const clang::TemplateArgumentList *arguments = function.getTemplateSpecializationArgs())
      count(arguments->asArray());
    count(function.getType());
    for (const clang::DeclContext *around = function.getParent(); around != nullptr; around = around->getParent())
      count(llvm::dyn_cast<clang::RecordDecl>(around));
    return left_ > 0;
  }

private:
  void count(llvm::ArrayRef<clang::TemplateArgument> arguments) {
    for (const clang::TemplateArgument &argument : arguments) {
      if (argument.getKind() == clang::TemplateArgument::Type)
        count(argument.getAsType());
      else if (argument.getKind() == clang::TemplateArgument::Pack)
        count(argument.getPackAsArray());
    }
  }

  void count(const clang::RecordDecl *record) {
    if (const auto *made = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record))
      count(made->getTemplateArgs().asArray());
  }

  void count(clang::QualType named) {
    if (named.isNull() || left_ == 0)
      return;
    --left_;
    const clang::Type *type = named.getCanonicalType().getTypePtr();
    if (const auto *function = llvm::dyn_cast<clang::FunctionProtoType>(type)) {
      count(function->getReturnType());
      for (const clang::QualType parameter : function->getParamTypes())
        count(parameter);
    } else if (const clang::QualType to = type->getPointeeType(); !to.isNull()) {
      count(to);
    } else if (const clang::Type *element = type->getArrayElementTypeNoTypeQual()) {
      count(clang::QualType(element, 0));
    } else {
      count(static_cast<const clang::RecordDecl *>(type->getAsCXXRecordDecl()));
    }
  }

  int left_ = 2000;
};

} // namespace

std::string readable_name(const clang::FunctionDecl &function) {
  if (!NameLength().is_within_bounds(function))
    return function.getNameAsString();
  std::string name;
  llvm::raw_string_ostream out(name);
  function.getNameForDiagnostic(out, function.getASTContext().getPrintingPolicy(), true);
  out.flush();
  return name;
}

std::string readable_name(const std::string &symbol) {
  return may_be_demangled(symbol) ? llvm::demangle(symbol) : symbol;
}

std::string qualified_name(const clang::FunctionDecl &function) {
  return NameLength().is_within_bounds(function) ? function.getQualifiedNameAsString() : function.getNameAsString();
}

} // namespace osaca::clang_plugin
