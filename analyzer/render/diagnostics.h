// What a compiler should say about a report: few and short notes at the source lines that they are about.
//
// Per machine loop and arch one headline; then each finding once, however many copies, paths and archs have it; then
// one note per annotation that no machine code belongs to.
#pragma once

#include "report/report.h"

#include <string>
#include <vector>

namespace osaca {

struct Diagnostic {
  Severity severity = Severity::note;
  SourceLocation where;
  std::string rule; ///< what goes into the brackets: a rule's id, "throughput" or "latency"; may be empty
  std::string message;
};

struct DiagnosticOptions {
  enum class Verbosity {
    quiet, ///< headlines and lost annotations only
    normal,
    verbose ///< also every dependency chain step by step, every path, and where figures come from
  };
  Verbosity verbosity = Verbosity::normal;
  bool warnings = false; ///< findings are warnings, not notes
};

[[nodiscard]] std::vector<Diagnostic> diagnostics_of(const Report &report, const DiagnosticOptions &options);

} // namespace osaca
