// The diagnostics that a compiler shows for a report, the places they refer to, and their output formats.
#pragma once

#include "base/source_location.h"
#include "render/render_options.h"
#include "report/report.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace osaca {

// The diagnostics of a report: few and short notes at the source lines that they are about.
//
// There is one headline per machine loop and arch, for the path that represents the loop (report/report.h). Then each
// finding is listed once for all copies and archs. Findings of other paths are shown only in verbose mode, which names
// the path, unless their severity is warning. Notes on the whole report follow, and one note for each annotation
// without machine code.

struct Diagnostic {
  Severity severity = Severity::note;
  SourceLocation where;
  std::string rule; ///< the text in brackets: a rule's id, "throughput" or "latency"; may be empty
  std::string message;
  bool continues = false; ///< gives details about the previous diagnostic, at the same place
};

struct DiagnosticOptions {
  enum class Verbosity {
    quiet, ///< only headlines and lost annotations
    normal,
    verbose ///< also every dependency chain step by step, every path, and the origin of figures
  };
  Verbosity verbosity = Verbosity::normal;
  int most_of_a_severity =
      1000;              ///< limit for the answer to a compiler; the last diagnostic states how many were omitted
  bool warnings = false; ///< findings are warnings instead of notes
  /// Loops that were analysed only because all loops were requested (RequestedBy::all) are summarised in one line about
  /// `unit`, except for warnings of the rules in `chosen_rules`. In verbose mode, all of them are shown.
  bool summarises_unrequested_loops = false;
  std::string unit = {};       ///< the source file, for the summary line
  bool report_is_kept = false; ///< the report is stored in the object or in a file, where the rest can be read
  bool object_is_deleted =
      false; ///< the report is stored only in an object that is deleted, because the same command compiles and links
  std::set<std::string> chosen_rules = {"osaca-expectation"}; ///< rules whose severity the user has chosen
};

[[nodiscard]] std::vector<Diagnostic> diagnostics_of(const Report &report, const DiagnosticOptions &options);

// Maps places of the report to places of a capture.

class NearestPlace {
public:
  explicit NearestPlace(const std::vector<SourceLocation> &places);

  /// Index of the listed place closest to `where`: the same place, else one on the same line, else one on the nearest
  /// line of the file; the first one if the file is not listed.
  [[nodiscard]] std::size_t index_of(const SourceLocation &where) const;

private:
  /// By line: its columns, each with the first index that has it.
  using Lines = std::map<int, std::map<int, std::size_t>>;

  std::map<std::string, Lines> files_;
};

// The two output formats of diagnostics: text like that of compilers, and records for a compiler plugin.

/// "file:line:column: note: osaca: message [rule]", one per line.
[[nodiscard]] std::string render_diagnostics(const Report &report, const DiagnosticOptions &options, bool colour);

/// The records of plugin-common/capture_format.md. `locations` are those of the capture: each diagnostic refers to its
/// place by index. A place that the capture does not list is replaced by the nearest line of the same file.
[[nodiscard]] std::string render_diagnostic_records(const Report &report, const std::vector<SourceLocation> &locations,
                                                    const DiagnosticOptions &options);

} // namespace osaca
