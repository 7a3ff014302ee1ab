// The public API: from assembly, an object or a plugin's capture to a Report. Never prints, never exits, has no global
// state; every failure is an Error.
#pragma once

#include "base/expected.h"
#include "report/data_place.h"
#include "report/report.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace osaca {

struct AnalyzeOptions {
  std::vector<std::string> archs;         ///< names as `osaca models` lists them, or paths of model files; empty: the
                                          ///< host's (a capture: what the compiler was told)
  std::string memory_file;                ///< describes the memory of the system; empty: what the models say
  std::vector<std::pair<int, int>> lines; ///< inclusive ranges of input lines; empty: markers, else innermost loops
  std::vector<std::string> functions; ///< only these: symbols or C++'s names, exact or with * and ?; their clones too
  bool all_loops = false;             ///< innermost loops even where there are markers
  bool equal_port_split = false;      ///< OSACA's --fixed
  bool flag_dependencies = true;
  bool ignore_unknown = false; ///< treat unknown instructions as free; they stay marked
  bool intel_syntax = false;
  std::optional<double> mispredicted; ///< this part of the conditional branches, 0 to 1; empty: nobody says
  DataPlace data;                     ///< where the loops' data are; of an annotated loop what its pragma says
  int timeline_iterations = 0;        ///< KernelReport::timeline, where the core can be simulated
  bool notes_missing_timeline = true; ///< a note of the kernel says why it has none
};

/// For many files: the cores are looked up once, and what an instruction costs is remembered from file to file. Not to
/// be used by several threads at a time.
class Analyzer {
public:
  /// An arch that does not exist is an error of each file.
  explicit Analyzer(AnalyzeOptions options);
  /// `bytes` is assembly text, an object or program (ELF, COFF, PE, Mach-O) or an archive of them; `name` is for
  /// messages and may be "-".
  [[nodiscard]] Expected<Report> analyze(const std::string &bytes, const std::string &name) const;

private:
  struct State;
  std::shared_ptr<State> state_;
};

/// The same for a single file.
[[nodiscard]] Expected<Report> analyze(const std::string &bytes, const std::string &name,
                                       const AnalyzeOptions &options);

/// What a compiler plugin captured; see plugin-common/capture_format.md.
[[nodiscard]] Expected<Report> analyze_capture(const std::string &capture, const AnalyzeOptions &options);

/// Like `text`, with the markers of IACA, OSACA and llvm-mca around each captured loop.
[[nodiscard]] Expected<std::string> marked_assembly(const std::string &capture);

} // namespace osaca
