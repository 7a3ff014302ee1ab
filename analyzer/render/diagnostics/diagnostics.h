// What a compiler should say about a report, at which places, and how that is written.
#pragma once

#include "base/source_location.h"
#include "render/render_options.h"
#include "report/report.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace osaca {

// What a compiler should say about a report: few and short notes at the source lines that they are about.
//
// Per machine loop and arch one headline, of the path that speaks for it (report/report.h); then each finding once,
// however many copies and archs have it. Findings of other paths are left to "verbose", which says whose they are,
// except those of severity warning. Then notes on the whole, and one per annotation that no machine code belongs to.

struct Diagnostic {
  Severity severity = Severity::note;
  SourceLocation where;
  std::string rule; ///< what goes into the brackets: a rule's id, "throughput" or "latency"; may be empty
  std::string message;
  bool continues = false; ///< says more about the one before it, at the same place
};

struct DiagnosticOptions {
  enum class Verbosity {
    quiet, ///< headlines and lost annotations only
    normal,
    verbose ///< also every dependency chain step by step, every path, and where figures come from
  };
  Verbosity verbosity = Verbosity::normal;
  int most_of_a_severity = 1000; ///< in the answer to a compiler; what is more is counted there
  bool warnings = false;         ///< findings are warnings, not notes
  /// Of loops that nobody asked for in particular (AskedBy::all) nothing is said but how many there are, on one line
  /// about `unit`, and what a rule of `chosen_rules` calls a warning. Verbose: all of them are told.
  bool sums_up_unasked_loops = false;
  std::string unit = {};       ///< the source file, for that line
  bool report_is_kept = false; ///< in the object or a file: the rest can be read there
  bool object_is_deleted =
      false; ///< the report is nowhere else, and the command that compiles also links, which deletes the object
  std::set<std::string> chosen_rules = {"osaca-expectation"}; ///< rules whose severity is the user's own choice
};

[[nodiscard]] std::vector<Diagnostic> diagnostics_of(const Report &report, const DiagnosticOptions &options);

// Which of a capture's places stands for a place of the report.

class NearestPlace {
public:
  explicit NearestPlace(const std::vector<SourceLocation> &places);

  /// Index of the listed place closest to `where`: the same one, else on the same line, else on the nearest line of the
  /// file; the first one listed if the file is not among them.
  [[nodiscard]] std::size_t index_of(const SourceLocation &where) const;

private:
  /// Per line the columns there, with the first index that has each.
  using Lines = std::map<int, std::map<int, std::size_t>>;

  std::map<std::string, Lines> files_;
};

// The two ways to write diagnostics: for people as compilers do, and as records for a compiler plugin.

/// "file:line:column: note: osaca: message [rule]", one per line.
[[nodiscard]] std::string render_diagnostics(const Report &report, const DiagnosticOptions &options, bool colour);

/// The records of plugin-common/capture_format.md. `locations` are the capture's: each diagnostic is sent to the index
/// of its place; a place that the capture does not list goes to the nearest line of the same file.
[[nodiscard]] std::string render_diagnostic_records(const Report &report, const std::vector<SourceLocation> &locations,
                                                    const DiagnosticOptions &options);

} // namespace osaca
