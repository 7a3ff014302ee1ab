// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "function_options.h"

namespace osaca::clang_plugin {
namespace {

bool has_feature(llvm::StringRef features, llvm::StringRef wanted) {
  llvm::SmallVector<llvm::StringRef, 64> each;
  features.split(each, ',');
  return llvm::is_contained(each, wanted);
}

void note_target(const llvm::Function &function, capture::Options &options) {
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

capture::Options options_of_unit(const clang::CompilerInstance &instance) {
  const clang::CodeGenOptions &code = instance.getCodeGenOpts();
  const clang::LangOptions &language = instance.getLangOpts();
  capture::Options options;
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

capture::Options options_of(const llvm::Function &function, capture::Options of_unit) {
  capture::Options options = of_unit;
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
