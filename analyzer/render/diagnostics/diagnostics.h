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
// For each loop of the machine code and each arch, one diagnostic states the prediction: the headline. If the loop has
// several paths, the headline is about the path that represents the loop (report/report.h). Then each finding is listed
// once for all copies and archs. Findings of other paths are shown if they are warnings, and otherwise only in verbose
// mode, which names the path. Notes on the whole report follow, and one note for each annotation without machine code.

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
  /// Maximum number of diagnostics of each severity that are sent to a compiler plugin. The last diagnostic states how
  /// many were omitted.
  int most_of_a_severity = 1000;
  bool warnings = false; ///< findings are warnings instead of notes
  /// Loops that were analysed only because all loops were requested (RequestedBy::all) are summarised in one line about
  /// `unit`, except for warnings of the rules in `chosen_rules`. In verbose mode, all of them are shown.
  bool summarises_unrequested_loops = false;
  std::string unit = {};       ///< the source file, for the summary line
  bool report_is_kept = false; ///< the report is stored in the object or in a file, where the rest can be read
  bool object_is_deleted =
      false; ///< the report is stored only in an object that is deleted, because the same command compiles and links
  std::string replaced_file = {};          ///< the file of the report, if it contained that of another source
  std::string replaced_source = {};        ///< that source
  std::vector<Error> source_problems = {}; ///< mistakes in comments for osaca: always shown, about the whole unit
  std::set<std::string> chosen_rules = {"osaca-expectation"}; ///< rules whose severity the user has chosen
};

[[nodiscard]] std::vector<Diagnostic> diagnostics_of(const Report &report, const DiagnosticOptions &options);

// Maps places of the report to places of a capture: what a compiler plugin recorded (plugin-common/capture_format.md).

class NearestPlace {
public:
  explicit NearestPlace(const std::vector<SourceLocation> &places);

  /// Index of the listed place closest to `where`: the same place, else one on the same line, else one on the nearest
  /// line of the file; the first one if the file is not listed.
  [[nodiscard]] std::size_t index_of(const SourceLocation &where) const;

private:
  /// For each line of a file: the columns of the listed places in this line. For each column: the index of the first
  /// place there.
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
