// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/unit_report.h"

#include "blocked_signals.h"
#include "folders.h"
#include "messages.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Path.h>

namespace osaca::clang_plugin {

namespace {

/// Whether the object is where Clang's driver puts objects that it deletes after linking: "/tmp/solver-1a2b3c.o".
bool is_temporary(llvm::StringRef object, llvm::StringRef source) {
  constexpr std::size_t least_digits = 6;
  llvm::SmallString<128> folder;
  llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, folder);
  llvm::StringRef name = llvm::sys::path::stem(object);
  return llvm::sys::path::parent_path(object) == folder && name.consume_front(llvm::sys::path::stem(source)) &&
         name.consume_front("-") && name.size() >= least_digits && llvm::all_of(name, llvm::isHexDigit);
}

OutputName name_of_output(const clang::CompilerInstance &instance) {
  const clang::FrontendOptions &options = instance.getFrontendOpts();
  const bool has_file = !options.Inputs.empty() && options.Inputs.front().isFile();
  const std::string source = has_file ? options.Inputs.front().getFile().str() : std::string();
  const bool is_lost = is_temporary(options.OutputFile, source);
  return {is_lost ? std::string() : without_ending(options.OutputFile), without_ending(source)};
}

bool user_wants_no_remarks(const clang::DiagnosticsEngine &diagnostics) {
  const std::vector<std::string> &remarks = diagnostics.getDiagnosticOptions().Remarks;
  return llvm::is_contained(remarks, "no-remark-backend-plugin") || llvm::is_contained(remarks, "no-everything");
}

} // namespace

Diagnoser::Diagnoser(clang::CompilerInstance &instance, bool warn)
    : diagnostics_(instance.getDiagnostics()),
      id_(warn ? clang::diag::warn_fe_backend_plugin : clang::diag::remark_fe_backend_plugin),
      is_silent_(!warn && (diagnostics_.getIgnoreAllWarnings() || user_wants_no_remarks(diagnostics_) ||
                           diagnostics_.isIgnored(clang::diag::warn_fe_backend_plugin, {}))) {
  if (!warn && !is_silent_)
    diagnostics_.setSeverity(clang::diag::remark_fe_backend_plugin, clang::diag::Severity::Remark, {});
}

/// A message must never end the compile: if it cannot be written, the error state of the compiler's stream is cleared.
void Diagnoser::report(clang::SourceLocation where, unsigned id, const std::string &message) const {
  const BlockedSignals held;
  llvm::raw_fd_ostream &stream = llvm::errs();
  const bool had_error = stream.has_error();
  diagnostics_.Report(where, id) << "osaca: " + message;
  if (!had_error && stream.has_error())
    stream.clear_error();
}

void Diagnoser::say(clang::SourceLocation where, const std::string &message) const {
  if (!is_silent_)
    report(where, id_, message);
}

void Diagnoser::say(clang::SourceLocation where, const Record &record) const {
  const std::string message = messages::finding(record.message, record.rule);
  if (record.severity == RecordSeverity::error)
    report(where, clang::diag::err_fe_backend_plugin, message);
  else if (record.severity == RecordSeverity::warning)
    report(where, clang::diag::warn_fe_backend_plugin, message);
  else
    say(where, message);
}

void Diagnoser::add(clang::SourceLocation where, const std::string &message) const {
  if (!is_silent_)
    report(where, clang::diag::note_fe_backend_plugin, message);
}

Output output_of(const clang::CompilerInstance &instance) {
  const clang::CodeGenOptions &options = instance.getCodeGenOpts();
  if (options.PrepareForLTO || options.PrepareForThinLTO)
    return Output::left_to_linker;
  switch (instance.getFrontendOpts().ProgramAction) {
  case clang::frontend::EmitObj:
  case clang::frontend::EmitAssembly: return Output::machine_code;
  case clang::frontend::GeneratePCH:
  case clang::frontend::GenerateModule:
  case clang::frontend::GenerateModuleInterface: return Output::precompiled;
  case clang::frontend::EmitBC: return options.DisableLLVMPasses ? Output::left_to_next_process : Output::none;
  default: return Output::none;
  }
}

void drop_old_report(const clang::CompilerInstance &instance, const Arguments &arguments) {
  osaca::drop_old_report(arguments, name_of_output(instance));
}

std::string report_unit(clang::CompilerInstance &instance, const capture::Capture &capture,
                        const std::vector<clang::SourceLocation> &places, const Arguments &arguments,
                        const Diagnoser &diagnoser) {
  Arguments asked = with_report_file(arguments, name_of_output(instance));
  asked.object_is_deleted = is_temporary(instance.getFrontendOpts().OutputFile, capture.unit);
  const DriverAnswer answer = ask_driver(capture, asked);
  for (const Record &record : answer.records) {
    const clang::SourceLocation where = record.location < 0 ? clang::SourceLocation() : places[record.location];
    if (record.continues)
      diagnoser.add(where, record.message);
    else
      diagnoser.say(where, record);
  }
  if (!answer.error.empty())
    diagnoser.say({}, messages::no_analysis(answer.error));
  return answer.embedded;
}

} // namespace osaca::clang_plugin
