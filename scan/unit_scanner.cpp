#include "scan/unit_scanner.h"

#include "scan/parsed_unit.h"
#include "scan/regular_files.h"

#include <clang/Basic/CodeGenOptions.h>
#include <clang/Basic/Stack.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/VirtualOutputBackends.h>

#include <csignal>

namespace osaca::scan {
namespace {

/// Keeps the first error with a place, and all messages about the command line.
class FirstError : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &diagnostic) override {
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    if (level < clang::DiagnosticsEngine::Error || error_)
      return;
    llvm::SmallString<200> message;
    diagnostic.FormatDiagnostic(message);
    if (!diagnostic.getLocation().isValid() || !diagnostic.hasSourceManager()) {
      general_.push_back(message.str().str());
      return;
    }
    const clang::PresumedLoc place = diagnostic.getSourceManager().getPresumedLoc(diagnostic.getLocation());
    error_ = Error{message.str().str(), {}};
    if (place.isValid())
      error_->where = {place.getFilename(), static_cast<int>(place.getLine()), static_cast<int>(place.getColumn())};
  }

  [[nodiscard]] const std::vector<std::string> &general() const { return general_; }

  [[nodiscard]] std::optional<Error> error(const std::string &file) const {
    if (error_ || general_.empty())
      return error_;
    return Error{general_.front(), {file, 0, 0}};
  }

private:
  std::optional<Error> error_;
  std::vector<std::string> general_; ///< about the command line, without a place
};

class LoopConsumer : public clang::ASTConsumer {
public:
  LoopConsumer(clang::CompilerInstance &compiler, const ScanSettings &settings, ScannedLoops &findings)
      : files_(compiler.getSourceManager(), settings.project, settings.with_others), findings_(findings),
        pragmas_(PragmaWatch::install(compiler.getPreprocessor(), files_, findings)) {}

  void HandleTranslationUnit(clang::ASTContext &context) override {
    collect_loops(context, files_, *pragmas_, findings_);
  }

  bool shouldSkipFunctionBody(clang::Decl *declaration) override {
    return !files_.is_wanted(declaration->getLocation());
  }

private:
  FileTable files_;
  ScannedLoops &findings_;
  std::shared_ptr<PragmaWatch> pragmas_;
};

class LoopAction : public clang::ASTFrontendAction {
public:
  LoopAction(const ScanSettings &settings, ScannedLoops &findings) : settings_(settings), findings_(findings) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler, llvm::StringRef) override {
    compiler.getFrontendOpts().SkipFunctionBodies = true; // the consumer decides for which functions
    return std::make_unique<LoopConsumer>(compiler, settings_, findings_);
  }

  // Templates are read as written; instantiating them would take most of the time.
  clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }

private:
  const ScanSettings &settings_;
  ScannedLoops &findings_;
};

std::vector<std::string> with_own_options(std::vector<std::string> arguments, const ScanSettings &settings) {
  arguments.insert(arguments.begin() + (arguments.empty() ? 0 : 1),
                   {"-resource-dir=" + settings.resource_dir, "--no-default-config", "-fsyntax-only", "-w",
                    "-fno-caret-diagnostics"});
  return arguments;
}

/// Keeps the options about the language, the target and the headers. Everything else has its default value: no outputs,
/// plugins, precompiled headers, or modules that are built implicitly.
std::shared_ptr<clang::CompilerInvocation> only_for_parsing(const clang::CompilerInvocation &given) {
  auto made = std::make_shared<clang::CompilerInvocation>();
  made->getLangOpts() = given.getLangOpts();
  made->getTargetOpts() = given.getTargetOpts();
  made->getFileSystemOpts() = given.getFileSystemOpts();
  made->getHeaderSearchOpts() = given.getHeaderSearchOpts();
  made->getPreprocessorOpts() = given.getPreprocessorOpts();
  made->getFrontendOpts().Inputs = given.getFrontendOpts().Inputs;
  made->getCodeGenOpts().OptimizationLevel = given.getCodeGenOpts().OptimizationLevel; // predefined macros depend on it
  made->getCodeGenOpts().OptimizeSize = given.getCodeGenOpts().OptimizeSize;
  made->getDiagnosticOpts().Warnings = given.getDiagnosticOpts().Warnings;
  made->getDiagnosticOpts().IgnoreWarnings = true;
  made->getDiagnosticOpts().ShowCarets = false; // also suppresses the number of errors
  made->getLangOpts().Modules = false;
  made->clearImplicitModuleBuildOptions();
  clang::HeaderSearchOptions &headers = made->getHeaderSearchOpts();
  headers.ModuleUserBuildPath.clear();
  headers.PrebuiltModuleFiles.clear();
  headers.PrebuiltModulePaths.clear();
  headers.VFSOverlayFiles.clear();
  headers.Verbose = false;
  clang::PreprocessorOptions &preprocessor = made->getPreprocessorOpts();
  preprocessor.ImplicitPCHInclude.clear();
  preprocessor.ChainedIncludes.clear();
  preprocessor.DumpDeserializedPCHDecls = false;
  preprocessor.DisablePragmaDebugCrash = true;
  return made;
}

/// Only parses; it cannot write files.
class ParsingAction : public clang::tooling::ToolAction {
public:
  ParsingAction(const ScanSettings &settings, ScannedLoops &findings) : settings_(settings), findings_(findings) {}

  bool runInvocation(std::shared_ptr<clang::CompilerInvocation> invocation, clang::FileManager *files,
                     std::shared_ptr<clang::PCHContainerOperations> containers,
                     clang::DiagnosticConsumer *diagnostics) override {
    clang::CompilerInstance compiler(only_for_parsing(*invocation), std::move(containers));
    compiler.setVirtualFileSystem(files->getVirtualFileSystemPtr());
    compiler.setFileManager(files);
    compiler.setOutputManager(llvm::vfs::makeNullOutputBackend());
    compiler.createDiagnostics(diagnostics, false);
    compiler.createSourceManager();
    LoopAction action(settings_, findings_);
    return compiler.ExecuteAction(action);
  }

private:
  const ScanSettings &settings_;
  ScannedLoops &findings_;
};

/// A separate stack for this thread's signal handlers while the object exists.
class SignalStack {
public:
  SignalStack() : memory_(size_bytes) {
    stack_t stack = {};
    stack.ss_sp = memory_.data();
    stack.ss_size = memory_.size();
    ::sigaltstack(&stack, &before_);
  }
  SignalStack(const SignalStack &) = delete;
  SignalStack &operator=(const SignalStack &) = delete;
  ~SignalStack() { ::sigaltstack(&before_, nullptr); }

private:
  static constexpr std::size_t size_bytes = 65536;
  std::vector<char> memory_;
  stack_t before_ = {};
};

struct Attempt {
  ScannedLoops findings;
  FirstError errors;
};

void run_attempt(Attempt &attempt, const CompileCommand &unit, const std::vector<std::string> &arguments,
                 const ScanSettings &settings) {
  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system = regular_files();
  file_system->setCurrentWorkingDirectory(unit.directory);
  const llvm::IntrusiveRefCntPtr<clang::FileManager> files(new clang::FileManager({}, file_system)); // shared
  ParsingAction action(settings, attempt.findings);
  clang::tooling::ToolInvocation invocation(with_own_options(arguments, settings), &action, files.get(),
                                            std::make_shared<clang::PCHContainerOperations>());
  invocation.setDiagnosticConsumer(&attempt.errors);
  invocation.run();
}

} // namespace

void prepare_scanning() {
  // Inline assembly in Microsoft's syntax is parsed by the target's assembler.
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmParsers();
  llvm::CrashRecoveryContext::Enable();
  // After a stack overflow, the handler cannot run on the normal stack.
  struct sigaction action = {};
  if (::sigaction(SIGSEGV, nullptr, &action) == 0) {
    action.sa_flags |= SA_ONSTACK;
    ::sigaction(SIGSEGV, &action, nullptr);
  }
}

UnitResult scan_unit(const CompileCommand &unit, const ScanSettings &settings) {
  constexpr int most_attempts = 10;
  clang::noteBottomOfStack();
  const SignalStack signal_stack;
  std::vector<std::string> arguments = unit.arguments;
  for (int attempts = 1;; ++attempts) {
    Attempt attempt;
    llvm::CrashRecoveryContext guard;
    if (!guard.RunSafely([&] { run_attempt(attempt, unit, arguments, settings); }))
      return {{}, Error{"Clang's parser crashed on this file; the code may be nested too deeply", {unit.file, 0, 0}}};
    std::vector<std::string> fewer = without_rejected(arguments, attempt.errors.general());
    if (fewer.size() == arguments.size() || attempts == most_attempts)
      return {std::move(attempt.findings), attempt.errors.error(unit.file)};
    arguments = std::move(fewer);
  }
}

} // namespace osaca::scan
