// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rerun/observed_run.h"

#include "ir/visiting_pass.h"
#include "rerun/remark_listener.h"

#include <clang/AST/Mangle.h>

namespace osaca::clang_plugin {

bool ObservedRun::is_possible(const clang::CompilerInstance &instance) {
  const clang::CodeGenOptions &options = instance.getCodeGenOpts();
  // With locations, calls of the OpenMP runtime get the names of source files, and loops share fewer of their
  // arguments.
  const clang::LangOptions &language = instance.getLangOpts();
  const bool calls_openmp = language.OpenMP != 0 && language.OpenMPSimd == 0;
  const bool has_locations =
      clang_compat::has_lines(options) || (clang_compat::may_add_locations(options) && !calls_openmp);
  return clang_compat::real_run_can_be_observed && has_locations && options.OptimizationLevel > 0 &&
         options.OptimizeSize == 0 && !options.DisableLLVMPasses && !options.PrepareForLTO &&
         !options.PrepareForThinLTO && instance.getFrontendOpts().LLVMArgs.empty() &&
         instance.getFrontendOpts().ProgramAction == clang::frontend::EmitObj &&
         instance.getTarget().getTriple().getArch() == llvm::Triple::x86_64;
}

void ObservedRun::watch(clang::CompilerInstance &instance, std::function<Subject()> subject,
                        std::function<std::string()> report) {
  instance_ = &instance;
  get_subject_ = std::move(subject);
  report_ = std::move(report);
  locations_are_added_ = clang_compat::add_locations(instance.getCodeGenOpts());
  clang_compat::add_to_real_run(instance, [this](llvm::PassBuilder &builder) {
    builder.registerPipelineStartEPCallback([this](llvm::ModulePassManager &passes, llvm::OptimizationLevel) {
      passes.addPass(VisitModule([this](llvm::Module &module) { begin(module); }));
    });
    called_ = std::make_unique<CalledCode>(
        [this](const llvm::Function &function) { return loops_ && loops_->holds_wanted(function); });
    called_->watch(builder);
    builder.registerVectorizerStartEPCallback([this](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
      passes.addPass(VisitFunction([this](llvm::Function &function) {
        if (loops_)
          loops_->note_before_vectoriser(function);
      }));
    });
    clang_compat::at_optimiser_last(builder, [this](llvm::ModulePassManager &passes) {
      passes.addPass(VisitModule([this](llvm::Module &module) { note_functions(module); }));
    });
  });
}

void ObservedRun::begin(llvm::Module &module) {
  if (std::exchange(has_begun_, true))
    return;
  if (locations_are_added_)
    drop_places_of_loops(module);
  subject_ = get_subject_();
  if (subject_.extents == nullptr)
    return;
  note_symbols(module);
  loops_ =
      std::make_unique<IrLoops>(*subject_.extents, *subject_.arrays, subject_.is_wanted, functions_by_symbol(run_));
  loops_->keep_lines();
  loops_->tag(module);
  note_options(*instance_, module, run_);
  llvm::LLVMContext &context = module.getContext();
  context.setDiagnosticHandler(std::make_unique<RemarkListener>(run_, context.getDiagnosticHandler()));
}

/// The code generator of this run, which knows the symbols of all functions, cannot be reached.
void ObservedRun::note_symbols(const llvm::Module &module) {
  clang::ASTNameGenerator names(instance_->getASTContext());
  const auto note = [&](const clang::FunctionDecl &function) {
    const auto [known, is_new] = run_.symbols.try_emplace(function.getCanonicalDecl());
    if (!is_new || function.isDependentContext())
      return;
    std::vector<std::string> symbols = names.getAllManglings(&function);
    if (symbols.empty())
      symbols.push_back(names.getName(&function));
    for (std::string &symbol : symbols)
      if (const llvm::Function *code = module.getFunction(symbol); code != nullptr && !code->isDeclaration())
        known->second.push_back(std::move(symbol));
  };
  for (const LoopExtent &extent : subject_.extents->all())
    for (const clang::FunctionDecl *instance : extent.instances)
      note(*instance);
  for (const clang::FunctionDecl *function : subject_.extents->functions())
    note(*function);
}

void ObservedRun::note_functions(llvm::Module &module) {
  if (!loops_ || printer_)
    return;
  loops_->describe_all(module, [this](const llvm::Function &function) { return called_->contains(function); });
  printer_ = std::make_unique<FunctionPrinter>(
      module,
      FunctionPrinter::Subject{&loops_->places(), subject_.arrays,
                               [this](const llvm::Function &function) { return is_printed(function); }, report_});
}

bool ObservedRun::is_printed(const llvm::Function &function) {
  return called_->contains(function) || loops_->holds_wanted(function);
}

std::optional<SecondRun> ObservedRun::take() {
  if (!printer_)
    return std::nullopt;
  printer_->stop();
  if (!printer_->is_complete())
    return std::nullopt;
  run_.assembly = printer_->take_text();
  run_.loops = loops_->loops();
  run_.calls = loops_->calls();
  run_.blocks = loops_->blocks();
  run_.called = called_->symbols();
  run_.places = loops_->places().entries();
  return std::move(run_);
}

} // namespace osaca::clang_plugin
