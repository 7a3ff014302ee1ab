// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All of the compiler's headers that the plugin uses, and the only place that knows that its versions differ.
#pragma once

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/CodeGenOptions.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticFrontend.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Basic/Version.h>
#include <clang/CodeGen/BackendUtil.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#if LLVM_VERSION_MAJOR >= 22
#include <llvm/Plugins/PassPlugin.h>
#else
#include <llvm/Passes/PassPlugin.h>
#endif

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace osaca::clang_compat {

/// Generating a coroutine changes its syntax tree (seen in 19, not in 14 and 22).
constexpr bool coroutines_are_generated_once = LLVM_VERSION_MAJOR > 14 && LLVM_VERSION_MAJOR < 22;

/// Before 18 a pass comes into the real run only through the name of a file, which its object would remember.
constexpr bool real_run_can_be_watched = LLVM_VERSION_MAJOR >= 18;

using Pipeline = std::function<void(llvm::PassBuilder &)>;

/// The lines of instructions are all the debug information that the second run needs, and no sections about them. Where
/// the first one has more it stays, because some functions are generated differently with it; what is more than lines
/// is dropped before the optimiser.
inline void use_lines(clang::CodeGenOptions &options) {
#if LLVM_VERSION_MAJOR >= 17
  namespace kinds = llvm::codegenoptions;
#else
  namespace kinds = clang::codegenoptions;
#endif
  if (options.getDebugInfo() < kinds::DebugDirectivesOnly)
    options.setDebugInfo(kinds::DebugDirectivesOnly);
}

/// Nothing but the code itself is wanted: every other file that the back end would write.
inline void write_no_other_files(clang::CodeGenOptions &options) {
  options.SplitDwarfFile.clear();
  options.SplitDwarfOutput.clear();
#if LLVM_VERSION_MAJOR >= 23
  options.StackUsageFile.clear();
#else
  options.StackUsageOutput.clear();
#endif
  options.CoverageNotesFile.clear();
  options.OptRecordFile.clear();
  options.ThinLinkBitcodeFile.clear();
#if LLVM_VERSION_MAJOR < 17
  options.EmitGcovNotes = 0;
#endif
}

/// Passes that were added to the real run do not run again.
inline void watch_nothing(clang::CodeGenOptions &options) {
#if LLVM_VERSION_MAJOR >= 18
  options.PassBuilderCallbacks.clear();
#else
  (void)options;
#endif
}

inline std::unique_ptr<clang::DiagnosticsEngine> silent_diagnostics(clang::CompilerInstance &instance) {
  clang::DiagnosticsEngine &own = instance.getDiagnostics();
#if LLVM_VERSION_MAJOR >= 21
  auto silent = std::make_unique<clang::DiagnosticsEngine>(own.getDiagnosticIDs(), own.getDiagnosticOptions(),
                                                           new clang::IgnoringDiagConsumer, true);
#else
  auto silent = std::make_unique<clang::DiagnosticsEngine>(own.getDiagnosticIDs(), &own.getDiagnosticOptions(),
                                                           new clang::IgnoringDiagConsumer, true);
#endif
  silent->setSourceManager(&instance.getSourceManager());
  return silent;
}

inline std::unique_ptr<clang::CodeGenerator> code_generator(clang::CompilerInstance &instance,
                                                            clang::DiagnosticsEngine &diagnostics,
                                                            const clang::CodeGenOptions &options, llvm::StringRef name,
                                                            llvm::LLVMContext &context) {
#if LLVM_VERSION_MAJOR >= 22
  return clang::CreateLLVMCodeGen(diagnostics, name, instance.getVirtualFileSystemPtr(), instance.getHeaderSearchOpts(),
                                  instance.getPreprocessorOpts(), options, context);
#elif LLVM_VERSION_MAJOR >= 15
  return std::unique_ptr<clang::CodeGenerator>(
      clang::CreateLLVMCodeGen(diagnostics, name, &instance.getVirtualFileSystem(), instance.getHeaderSearchOpts(),
                               instance.getPreprocessorOpts(), options, context));
#else
  return std::unique_ptr<clang::CodeGenerator>(clang::CreateLLVMCodeGen(
      diagnostics, name, instance.getHeaderSearchOpts(), instance.getPreprocessorOpts(), options, context));
#endif
}

/// Optimises the module and writes its assembly, as the compiler does with its own. `callbacks` sees the pass builder.
void write_assembly(clang::CompilerInstance &instance, clang::DiagnosticsEngine &diagnostics,
                    clang::CodeGenOptions options, const Pipeline &callbacks, llvm::Module &module,
                    std::unique_ptr<llvm::raw_pwrite_stream> out);

/// Lets `callbacks` see the pass builder of the compiler's own run.
void add_to_real_run(clang::CompilerInstance &instance, Pipeline callbacks);

/// Bytes in a section of their own that the linker leaves out of what it links.
void add_excluded_section(llvm::Module &module, llvm::StringRef name, llvm::StringRef content);

/// Behind all other passes over the intermediate code: those of the sanitizers are registered after ours, so that ours
/// is registered again when the first one is about to be put into the pipeline.
template <class Callback> void at_optimiser_last(llvm::PassBuilder &builder, Callback callback) {
  builder.registerPipelineStartEPCallback([&builder, callback](llvm::ModulePassManager &, llvm::OptimizationLevel) {
#if LLVM_VERSION_MAJOR >= 20
    builder.registerOptimizerLastEPCallback([callback](llvm::ModulePassManager &passes, llvm::OptimizationLevel,
                                                       llvm::ThinOrFullLTOPhase) { callback(passes); });
#else
    builder.registerOptimizerLastEPCallback(
        [callback](llvm::ModulePassManager &passes, llvm::OptimizationLevel) { callback(passes); });
#endif
  });
}

/// Leaves of the debug information what line tables need, at most; all of it where the code depends on it.
inline void keep_line_tables(llvm::Module &module) {
#if LLVM_VERSION_MAJOR == 17
  if (llvm::Triple(module.getTargetTriple())
          .isRISCV()) // its generator takes what debuggers are told for uses of values
    return;
#endif
  if (llvm::all_of(module.debug_compile_units(),
                   [](const llvm::DICompileUnit *unit) { return unit->isDebugDirectivesOnly(); }))
    return;
#if LLVM_VERSION_MAJOR < 15
  // This list of globals is taken for debug information, and what is left of it crashes its reader.
  constexpr const char *untouchable = "llvm.asan.globals";
  llvm::SmallVector<llvm::MDNode *, 16> kept;
  if (llvm::NamedMDNode *list = module.getNamedMetadata(untouchable)) {
    kept.append(list->op_begin(), list->op_end());
    list->eraseFromParent();
  }
  llvm::stripNonLineTableDebugInfo(module);
  for (llvm::MDNode *node : kept)
    module.getOrInsertNamedMetadata(untouchable)->addOperand(node);
#else
  llvm::stripNonLineTableDebugInfo(module);
#endif
}

/// Every file that was read, by the name under which it was.
template <class Visit> void for_each_file(const clang::SourceManager &sources, Visit visit) {
  for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file)
#if LLVM_VERSION_MAJOR >= 18
    visit(file->first.getName(), &file->first.getFileEntry());
#else
    visit(file->first->getName(), file->first);
#endif
}

/// The nearest presumed place, also inside macros: where the compiler's debug information puts it.
inline clang::PresumedLoc debug_place(const clang::SourceManager &sources, clang::SourceLocation location) {
#if LLVM_VERSION_MAJOR >= 22
  if (location.isMacroID() && sources.isMacroArgExpansion(location))
    location = sources.getSpellingLoc(location);
#endif
  return sources.getPresumedLoc(location);
}

} // namespace osaca::clang_compat
