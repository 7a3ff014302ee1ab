// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Includes all of Clang's and LLVM's headers that the plugin uses. It is the only place that depends on their versions.
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
#include <llvm/Analysis/CFG.h>
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

/// Generating code for a coroutine changes its syntax tree, so it cannot be generated twice (observed in Clang 19, not
/// in 14 and 22).
constexpr bool coroutines_are_generated_once = LLVM_VERSION_MAJOR > 14 && LLVM_VERSION_MAJOR < 22;

/// Before Clang 18, a pass can be added to the compiler's own run only by an option with the name of a plugin file. The
/// object would record this name.
constexpr bool real_run_can_be_watched = LLVM_VERSION_MAJOR >= 18;

/// Whether loops can be observed in the compiler's own run.
constexpr bool real_run_can_be_observed = LLVM_VERSION_MAJOR >= 19;

using Pipeline = std::function<void(llvm::PassBuilder &)>;

#if LLVM_VERSION_MAJOR >= 17
namespace debug_info = llvm::codegenoptions; ///< the amounts of debug information
#else
namespace debug_info = clang::codegenoptions;
#endif

/// The second run needs only the line numbers of instructions as debug information, and no debug sections. If the first
/// run has more debug information, it is kept at first, because it changes how some functions are generated. Everything
/// except line numbers is removed before the optimiser runs.
inline void use_lines(clang::CodeGenOptions &options) {
  if (options.getDebugInfo() < debug_info::DebugDirectivesOnly)
    options.setDebugInfo(debug_info::DebugDirectivesOnly);
}

/// Whether the object gets line numbers.
inline bool has_lines(const clang::CodeGenOptions &options) {
  return options.getDebugInfo() >= debug_info::DebugLineTablesOnly;
}

/// Whether instructions can get locations that are not written into the object, without a change to any output file.
/// Some profilers, and the list of stack sizes, use all locations that they find.
inline bool may_add_locations(const clang::CodeGenOptions &options) {
#if LLVM_VERSION_MAJOR >= 23
  const bool has_stack_usage = !options.StackUsageFile.empty();
#else
  const bool has_stack_usage = !options.StackUsageOutput.empty();
#endif
#if LLVM_VERSION_MAJOR >= 17
  const bool has_memory_profile = !options.MemoryProfileUsePath.empty();
#else
  const bool has_memory_profile = false;
#endif
  return !has_stack_usage && !has_memory_profile && options.CoverageNotesFile.empty() &&
         options.CoverageDataFile.empty() && options.PseudoProbeForProfiling == 0 && options.SampleProfileFile.empty();
}

/// Gives locations to instructions, if the front end would give them none. False: there are some anyway.
inline bool add_locations(clang::CodeGenOptions &options) {
  if (options.getDebugInfo() != debug_info::NoDebugInfo)
    return false;
  options.setDebugInfo(debug_info::LocTrackingOnly);
  return true;
}

/// Disables every output file of the back end except for the code itself.
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

/// Removes the passes that were added to the real run (the compiler's own), because they must not run again in the
/// second run.
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

/// Optimises the module and writes its assembly, as the compiler does with its own module. `callbacks` is called with
/// the pass builder.
void write_assembly(clang::CompilerInstance &instance, clang::DiagnosticsEngine &diagnostics,
                    clang::CodeGenOptions options, const Pipeline &callbacks, llvm::Module &module,
                    std::unique_ptr<llvm::raw_pwrite_stream> out);

/// Calls `callbacks` with the pass builder of the compiler's own run.
void add_to_real_run(clang::CompilerInstance &instance, Pipeline callbacks);

constexpr const char *embedded_section = ".osaca";

/// Adds `content` as the section with this name, which the linker excludes from its output.
void add_embedded_section(llvm::Module &module, llvm::StringRef content);

/// Adds a callback after all other passes over the IR. The passes of the sanitizers are registered after ours. Ours is
/// therefore registered late, when the first pass is about to be added to the pipeline. By then all sanitizers are
/// registered, so ours runs last.
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

/// Reduces the debug information to what line tables need. It is kept completely where the generated code depends on
/// it.
inline void keep_line_tables(llvm::Module &module) {
#if LLVM_VERSION_MAJOR == 17
  if (llvm::Triple(module.getTargetTriple()).isRISCV()) // its code generator counts debug values as uses of values
    return;
#endif
  if (llvm::all_of(module.debug_compile_units(),
                   [](const llvm::DICompileUnit *unit) { return unit->isDebugDirectivesOnly(); }))
    return;
#if LLVM_VERSION_MAJOR < 15
  // This list of globals counts as debug information. A partly stripped list would crash its reader.
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

/// The syntax `[[...]]` in C.
#if LLVM_VERSION_MAJOR >= 18
constexpr auto c_attribute = clang::AttributeCommonInfo::AS_C23;
#else
constexpr auto c_attribute = clang::AttributeCommonInfo::AS_C2x;
#endif

/// Calls `visit` for every file that was read, with the name by which it was opened.
template <class Visit> void for_each_file(const clang::SourceManager &sources, Visit visit) {
  for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file)
#if LLVM_VERSION_MAJOR >= 18
    visit(file->first.getName(), &file->first.getFileEntry());
#else
    visit(file->first->getName(), file->first);
#endif
}

/// The place that the compiler writes into debug information (its presumed location). Inside a macro, it is the nearest
/// place in the file.
inline clang::PresumedLoc debug_place(const clang::SourceManager &sources, clang::SourceLocation location) {
#if LLVM_VERSION_MAJOR >= 22
  if (location.isMacroID() && sources.isMacroArgExpansion(location))
    location = sources.getSpellingLoc(location);
#endif
  return sources.getPresumedLoc(location);
}

} // namespace osaca::clang_compat
