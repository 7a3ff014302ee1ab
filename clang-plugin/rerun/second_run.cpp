// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rerun/second_run.h"

#include "front/functions.h"
#include "rerun/called_code.h"
#include "rerun/needed_code.h"
#include "rerun/remark_listener.h"

#include <llvm/IR/OptBisect.h>
#include <llvm/Support/CrashRecoveryContext.h>

namespace osaca::clang_plugin {

namespace {

/// Silences the compiler's own diagnostics engine, which is used where ours cannot be passed.
class SilencedDiagnostics {
public:
  explicit SilencedDiagnostics(clang::DiagnosticsEngine &diagnostics)
      : diagnostics_(diagnostics), before_(diagnostics.getSuppressAllDiagnostics()) {
    diagnostics_.setSuppressAllDiagnostics(true);
  }
  ~SilencedDiagnostics() { diagnostics_.setSuppressAllDiagnostics(before_); }
  SilencedDiagnostics(const SilencedDiagnostics &) = delete;
  SilencedDiagnostics &operator=(const SilencedDiagnostics &) = delete;

private:
  clang::DiagnosticsEngine &diagnostics_;
  bool before_;
};

clang::CodeGenOptions options_of_second_run(const clang::CodeGenOptions &first) {
  clang::CodeGenOptions options = first;
  clang_compat::use_lines(options);
  clang_compat::write_no_other_files(options);
  clang_compat::watch_nothing(options);
  options.AsmVerbose = true;
  options.DiscardValueNames = true; // names only cost time
  options.CoverageMapping = false;  // coverage tables describe the code, but are not part of it
  options.DebugPrefixMap.clear();
  options.DebugCompilationDir.clear();
  options.VerifyModule = false;
  options.DisableLLVMPasses = false; // with -save-temps, the first run leaves the optimisation to another process
  return options;
}

void note_symbols(clang::CodeGenerator &generator, const llvm::Module &module, SecondRun &run) {
  for (const llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    const clang::Decl *declaration = generator.GetDeclForMangledName(function.getName());
    if (const auto *source = llvm::dyn_cast_or_null<clang::FunctionDecl>(declaration))
      run.symbols[source->getCanonicalDecl()].push_back(function.getName().str());
  }
}

/// Whether the late passes and the code generator process each function on its own. The outliner of -Oz does not, and
/// neither do some passes that are enabled with -mllvm.
bool works_on_single_functions(const clang::CompilerInstance &instance) {
  constexpr unsigned smallest = 2;
  return instance.getCodeGenOpts().OptimizeSize != smallest && instance.getFrontendOpts().LLVMArgs.empty();
}

/// Why code cannot be analysed with these options; "": it can.
std::string unsuitable(const clang::CodeGenOptions &options, llvm::LLVMContext &context) {
  if (context.getOptPassGate().isEnabled())
    return "-opt-bisect-limit counts the passes of the optimiser, which the analysis runs a second time";
  if (!options.BBSections.empty() && options.BBSections != "none" && options.BBSections != "labels")
    return "loops cannot be found if basic blocks have sections of their own (-fbasic-block-sections)";
  return {};
}

/// The caller undoes its changes to the compiler's state, because a crash may interrupt it at any point.
SecondRun run_unprotected(clang::CompilerInstance &instance, const EventLog &events, const LoopExtents &extents,
                          const SecondRunOptions &settings, bool &is_same_code) {
  SecondRun run;
  const auto diagnostics = clang_compat::silent_diagnostics(instance);
  const clang::CodeGenOptions options = options_of_second_run(instance.getCodeGenOpts());
  llvm::LLVMContext context;
  run.problem = unsuitable(options, context);
  if (!run.problem.empty())
    return run;
  context.setDiscardValueNames(true);
  context.setDiagnosticHandler(std::make_unique<RemarkListener>(run, nullptr));
  const auto generator = clang_compat::code_generator(instance, *diagnostics, options, settings.unit, context);
  generator->Initialize(instance.getASTContext());
  events.replay(*generator);
  generator->HandleTranslationUnit(instance.getASTContext());
  llvm::Module *module = generator->GetModule();
  if (module == nullptr || diagnostics->hasErrorOccurred()) {
    run.problem = "the code could not be generated a second time";
    return run;
  }
  note_symbols(*generator, *module, run);
  clang_compat::keep_line_tables(*module);
  IrLoops loops(extents, *settings.arrays, settings.is_wanted, functions_by_symbol(run));
  const std::vector<llvm::Function *> holders = loops.tag(*module);
  if (!settings.whole_unit)
    keep_only_needed(*module, holders);
  note_options(instance, *module, run);
  CalledCode called([&loops](const llvm::Function &function) { return loops.holds_wanted(function); });
  const auto is_kept = [&](const llvm::Function &function) {
    return called.contains(function) || loops.holds_wanted(function);
  };
  Bystanders bystanders(is_kept);
  const bool has_bystanders = !settings.whole_unit && works_on_single_functions(instance);
  auto spared = settings.real != nullptr && has_bystanders
                    ? std::make_unique<SparedCode>(*settings.real, *module, holders)
                    : nullptr;
  const auto watch = [&](llvm::PassBuilder &builder) {
    called.watch(builder); // first, because the others depend on it
    if (spared)
      spared->watch(builder, is_kept);
    if (has_bystanders)
      bystanders.watch(builder);
    loops.watch(builder, [&called](const llvm::Function &function) { return called.contains(function); });
  };
  llvm::SmallString<0> text;
  clang_compat::write_assembly(instance, *diagnostics, options, watch, *module,
                               std::make_unique<llvm::raw_svector_ostream>(text));
  const auto &listener = *static_cast<const RemarkListener *>(context.getDiagHandlerPtr());
  if (listener.has_error() || text.empty())
    run.problem = "the code generator failed in its second run";
  is_same_code = !spared || spared->is_same_code();
  run.assembly = text.str().str();
  run.loops = loops.loops();
  run.calls = loops.calls();
  run.blocks = loops.blocks();
  run.called = called.symbols();
  run.places = loops.places().entries();
  return run;
}

} // namespace

void note_options(const clang::CompilerInstance &instance, const llvm::Module &module, SecondRun &run) {
  const capture::CompilerOptions of_unit = options_of_unit(instance);
  for (const llvm::Function &function : module)
    if (!function.isDeclaration())
      run.options[function.getName().str()] = options_of(function, of_unit);
}

std::map<std::string, const clang::FunctionDecl *> functions_by_symbol(const SecondRun &run) {
  std::map<std::string, const clang::FunctionDecl *> functions;
  for (const auto &[function, symbols] : run.symbols)
    for (const std::string &symbol : symbols)
      functions[symbol] = function;
  return functions;
}

SecondRun run_again(clang::CompilerInstance &instance, const EventLog &events, const LoopExtents &extents,
                    const SecondRunOptions &settings) {
  const SilencedDiagnostics silenced(instance.getDiagnostics());
  const clang::CodeGenOptions kept = instance.getCodeGenOpts();
  SecondRun run;
  const bool is_first_to_recover = llvm::CrashRecoveryContext::GetCurrent() == nullptr;
  if (is_first_to_recover)
    llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext recovery;
  if (!recovery.RunSafely([&] {
        bool is_same_code = true;
        run = run_unprotected(instance, events, extents, settings, is_same_code);
        if (is_same_code)
          return;
        SecondRunOptions without_guesses = settings;
        without_guesses.real = nullptr;
        run = run_unprotected(instance, events, extents, without_guesses, is_same_code);
      })) {
    run = {};
    run.problem = "the compiler crashed when it generated the code a second time";
    instance.getCodeGenOpts() = kept;
  }
  if (is_first_to_recover)
    llvm::CrashRecoveryContext::Disable();
  return run;
}

} // namespace osaca::clang_plugin
