// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "front/functions.h"

#include "symbol_length.h"

#include <llvm/Demangle/Demangle.h>

namespace osaca::clang_plugin {

namespace {

/// Counts the parts of a printed name. A type may refer to its parts repeatedly: the name of B<B<..>, B<..>> with 30
/// levels would fill the memory.
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

namespace {

bool has_feature(llvm::StringRef features, llvm::StringRef wanted) {
  llvm::SmallVector<llvm::StringRef, 64> each;
  features.split(each, ',');
  return llvm::is_contained(each, wanted);
}

void note_target(const llvm::Function &function, capture::CompilerOptions &options) {
  const llvm::Triple triple(function.getParent()->getTargetTriple());
  const llvm::StringRef features = function.getFnAttribute("target-features").getValueAsString();
  if (triple.getArch() != llvm::Triple::x86_64) {
    options.has_fused = triple.isAArch64() || has_feature(features, "+d");
    return;
  }
  const bool has_512 = has_feature(features, "+avx512f");
  options.has_fused = has_512 || has_feature(features, "+fma") || has_feature(features, "+fma4");
  options.widest_vector_bits = has_512 ? 512 : has_feature(features, "+avx") ? 256 : 128;
  int preferred = 0;
  const llvm::StringRef width = function.getFnAttribute("prefer-vector-width").getValueAsString();
  if (!width.empty() && !width.getAsInteger(10, preferred) && preferred >= 0 && preferred <= 1 << 16)
    options.preferred_vector_bits = preferred;
}

} // namespace

capture::CompilerOptions options_of_unit(const clang::CompilerInstance &instance) {
  const clang::CodeGenOptions &code = instance.getCodeGenOpts();
  const clang::LangOptions &language = instance.getLangOpts();
  capture::CompilerOptions options;
  options.level = static_cast<int>(code.OptimizationLevel);
  options.vectorises = code.OptimizationLevel > 0 && code.VectorizeLoop != 0;
  options.vectorises_cheaply = code.OptimizeSize != 0;
  options.unrolls = code.OptimizationLevel > 0 && code.UnrollLoops != 0;
  options.reassociates = language.AllowFPReassoc != 0;
  const clang::LangOptions::FPModeKind contraction = language.getDefaultFPContractMode();
  options.contracts =
      contraction == clang::LangOptions::FPM_Fast || contraction == clang::LangOptions::FPM_FastHonorPragmas;
  options.takes_reciprocals = language.AllowRecip != 0;
  options.sets_errno = language.MathErrno != 0;
  options.finite_only = language.NoHonorNaNs != 0 && language.NoHonorInfs != 0;
  return options;
}

capture::CompilerOptions options_of(const llvm::Function &function, capture::CompilerOptions of_unit) {
  capture::CompilerOptions options = of_unit;
  note_target(function, options);
  if (function.hasFnAttribute(llvm::Attribute::OptimizeNone)) {
    options.level = 0;
    options.vectorises = options.unrolls = false;
  }
  if (function.hasFnAttribute(llvm::Attribute::OptimizeForSize) || function.hasFnAttribute(llvm::Attribute::MinSize))
    options.vectorises_cheaply = true;
  return options;
}

} // namespace osaca::clang_plugin
