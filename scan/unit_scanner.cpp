#include "scan/unit_scanner.h"

#include "scan/loop_visitor.h"
#include "scan/pragma_watch.h"

#include <clang/Basic/Stack.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <csignal>

namespace osaca::scan {
namespace {

/// Keeps the first error with a place, and everything said about the command line.
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
  LoopConsumer(clang::CompilerInstance &compiler, const ScanSettings &settings, Findings &findings)
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
  Findings &findings_;
  std::shared_ptr<PragmaWatch> pragmas_;
};

class LoopAction : public clang::ASTFrontendAction {
public:
  LoopAction(const ScanSettings &settings, Findings &findings) : settings_(settings), findings_(findings) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler, llvm::StringRef) override {
    compiler.getFrontendOpts().SkipFunctionBodies = true; // the consumer says which
    return std::make_unique<LoopConsumer>(compiler, settings_, findings_);
  }

  // Templates are read as they are written; instantiating them would take most of the time.
  clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }

private:
  const ScanSettings &settings_;
  Findings &findings_;
};

std::vector<std::string> with_own_options(std::vector<std::string> arguments, const ScanSettings &settings) {
  arguments.insert(arguments.begin() + (arguments.empty() ? 0 : 1),
                   {"-resource-dir=" + settings.resource_dir, "-w", "-Wno-error", "-fno-caret-diagnostics"});
  return arguments;
}

/// A second stack for this thread's signal handlers while it exists.
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
  Findings findings;
  FirstError errors;
};

void run_attempt(Attempt &attempt, const Unit &unit, const std::vector<std::string> &arguments, const ScanSettings &settings) {
  const auto file_system = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(llvm::vfs::createPhysicalFileSystem());
  file_system->setCurrentWorkingDirectory(unit.directory);
  const llvm::IntrusiveRefCntPtr<clang::FileManager> files(new clang::FileManager({}, file_system)); // shared
  clang::tooling::ToolInvocation invocation(with_own_options(arguments, settings),
                                            std::make_unique<LoopAction>(settings, attempt.findings), files.get());
  invocation.setDiagnosticConsumer(&attempt.errors);
  invocation.run();
}

} // namespace

void prepare_scanning() {
  // Inline assembly in Microsoft's form is parsed by the target's assembler.
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmParsers();
  llvm::CrashRecoveryContext::Enable();
  // A stack that is used up has no room for the handler, either.
  struct sigaction action = {};
  if (::sigaction(SIGSEGV, nullptr, &action) == 0) {
    action.sa_flags |= SA_ONSTACK;
    ::sigaction(SIGSEGV, &action, nullptr);
  }
}

UnitResult scan_unit(const Unit &unit, const ScanSettings &settings) {
  constexpr int most_attempts = 10;
  clang::noteBottomOfStack();
  const SignalStack signal_stack;
  std::vector<std::string> arguments = unit.arguments;
  for (int attempts = 1;; ++attempts) {
    Attempt attempt;
    llvm::CrashRecoveryContext guard;
    if (!guard.RunSafely([&] { run_attempt(attempt, unit, arguments, settings); }))
      return {{},
              Error{"Clang's parser broke off while reading this file: too deeply nested, or a fault of its own",
                    {unit.file, 0, 0}}};
    std::vector<std::string> fewer = without_rejected(arguments, attempt.errors.general());
    if (fewer.size() == arguments.size() || attempts == most_attempts)
      return {std::move(attempt.findings), attempt.errors.error(unit.file)};
    arguments = std::move(fewer);
  }
}

} // namespace osaca::scan
