// The public API: turns assembly, an object or a plugin's capture (the assembly of selected loops, see capture.h) into
// a Report. It never prints, never exits and has no global state. Every failure is returned as an Error.
#pragma once

#include "base/expected.h"
#include "base/path_place.h"
#include "report/data_place.h"
#include "report/report.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace osaca {

struct AnalyzeOptions {
  std::vector<std::string> archs; ///< names as listed by `osaca models`, or paths of model files; empty: the host's
                                  ///< core (for a capture: the core in the compiler's target options)
  std::string memory_file;        ///< a file that describes the memory system; empty: the model's description is used
  std::string
      calls_file; ///< a table with the costs of calls, which takes precedence over the shipped ones; empty: none
  std::vector<std::pair<int, int>> lines; ///< inclusive ranges of input lines; empty: the marked regions, or the
                                          ///< innermost loops if nothing is marked
  std::vector<std::string> functions;     ///< restricts the analysis to these functions: symbols or C++ names, exact or
                                          ///< with * and ?, including compiler-generated clones
  bool whole_functions = false;           ///< analyse the paths through `functions`, instead of the loops in them
  std::vector<PathPlace> path;            ///< with whole_functions: only paths through these places, as for --path
  bool all_loops = false;                 ///< analyse innermost loops even if there are markers
  bool equal_port_split = false; ///< distribute uops equally over their ports instead of optimally: the option --fixed
                                 ///< of the original OSACA
  bool flag_dependencies = true;
  bool ignore_unknown = false; ///< treat unknown instructions as free; the report still marks them
  bool intel_syntax = false;
  std::optional<double>
      mispredicted;      ///< fraction of the conditional branches that are mispredicted, 0 to 1; empty: not given
  double clock_ghz = 0;  ///< of the core, for figures per second; 0: the model's, if it has one
  int code_boundary = 0; ///< analyse each loop as if its code began at a multiple of this many bytes, a power of two;
                         ///< 0: where the input puts it
  DataPlace data;        ///< where the loops' data are; an annotated loop's pragma takes precedence
  int timeline_iterations = 0; ///< iterations in KernelReport::timeline; it exists only for cores that can be simulated
  bool notes_missing_timeline = true; ///< explain in a note of the kernel why it has no timeline
};

/// Analyses many files. It loads each model once and caches the costs of instructions across files. An Analyzer must
/// not be used by several threads at a time.
class Analyzer {
public:
  /// An unknown arch is reported as an error for each file.
  explicit Analyzer(AnalyzeOptions options);
  /// `bytes` is assembly text, an object or program (ELF, COFF, PE, Mach-O) or an archive of them. `name` is used in
  /// messages and may be "-".
  [[nodiscard]] Expected<Report> analyze(const std::string &bytes, const std::string &name) const;

private:
  struct State;
  std::shared_ptr<State> state_;
};

/// Analyses a single file, like Analyzer::analyze().
[[nodiscard]] Expected<Report> analyze(const std::string &bytes, const std::string &name,
                                       const AnalyzeOptions &options);

/// Analyses a compiler plugin's capture. Its format is described in plugin-common/capture_format.md.
[[nodiscard]] Expected<Report> analyze_capture(const std::string &capture, const AnalyzeOptions &options);

/// The captured assembly with the markers of IACA, OSACA and llvm-mca around each captured loop.
[[nodiscard]] Expected<std::string> marked_assembly(const std::string &capture);

} // namespace osaca
