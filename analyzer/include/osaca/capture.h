// The contents of a capture: the assembly of the selected loops, and what the compiler knows about them. A compiler
// plugin passes it to osaca as a document, whose format is described in plugin-common/capture_format.md.
#pragma once

#include "base/compiler_facts.h"
#include "base/expected.h"
#include "base/loop_role.h"
#include "base/source_location.h"
#include "osaca/analyze.h"
#include "plugin-common/capture_names.h"

#include <string>
#include <utility>
#include <vector>

namespace osaca {

struct Capture {
  struct Annotation {
    int location = 0;
    capture::AnnotationKind kind = capture::AnnotationKind::pragma;
    capture::AnnotationStatus status = capture::AnnotationStatus::found;
    std::string reason;
    bool is_statement = false; ///< the pragma is before a statement that is no loop
    bool is_harmless = false;  ///< it has no loop, but nothing is wrong: a note, and its expectations are not checked
    std::string expectations = {}; ///< what follows `#pragma osaca analyze`
  };
  struct LineRange { ///< inclusive lines of the function's assembly, and their source location as an index into
                     ///< `locations` (-1: none)
    int first = 0;
    int last = 0;
    int location = -1;
  };
  struct Loop {
    int annotation = -1;
    int location = -1;
    int header_line = 0;
    std::vector<std::pair<int, int>> lines; ///< inclusive ranges, ascending
    bool innermost = true;
    bool is_whole_function = false; ///< no loop, but the function itself, which contains none
    LoopRole role;                  ///< copies are not numbered yet
    int source_iterations = 0;      ///< source iterations per machine iteration; 0: unknown
    LoopNest nest;
    LoopFrequency frequency = {};
    std::string not_vectorised = {}; ///< the compiler's reason why the loop was not vectorised; "": unknown
    WrittenElsewhere written = {};
    LoopPart part = {};
  };
  struct Function {
    std::string name;
    CompilerOptions options = {};
    std::string assembly;
    int line_count = 0;
    std::vector<LineRange> lines;
    std::vector<std::pair<int, std::string>>
        arrays; ///< line of an instruction and the array that it accesses; sorted by line
    std::vector<std::pair<int, double>> branches =
        {}; ///< line of a conditional jump and the probability that it is taken; sorted by line
    std::vector<Loop> loops;
  };

  std::string unit;
  std::string compiler;
  std::string isa; ///< "x86-64", "aarch64" or "riscv64"
  std::string march;
  std::string mtune;
  std::string cpu;
  bool intel_syntax = false;
  std::vector<SourceLocation> locations;
  std::vector<std::vector<int>> inlined_at; ///< parallel to `locations`: indices of the call sites, innermost first
  std::vector<Annotation> annotations;
  std::vector<Function> functions;
};

/// Parses and validates a capture: all indices and line numbers of the result are within bounds. Error: the text is not
/// a valid capture.
[[nodiscard]] Expected<Capture> read_capture(const std::string &text);

[[nodiscard]] Expected<Report> analyze_capture(const Capture &capture, const AnalyzeOptions &options);
[[nodiscard]] std::string marked_assembly(const Capture &capture);

} // namespace osaca
