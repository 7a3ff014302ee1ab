// What of a unit is asked for, and the kernels that it has.
#pragma once

#include "base/compiler_facts.h"
#include "base/expected.h"
#include "base/loop_role.h"
#include "base/source_location.h"
#include "kernel/kernel.h"
#include "loops/statement.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace osaca {

// What of a unit is asked for: by marks, lines, names of functions, or loops that a compiler's plugin found.

/// Which instructions become kernels.
struct RegionSelection {
  /// automatic: markers if there are any, else innermost loops; statements: what statements of the sources became, in
  /// objects only
  enum class Mode { automatic, loops, lines, statements };
  Mode mode = Mode::automatic;
  std::vector<std::pair<int, int>> lines; ///< inclusive ranges; each becomes a kernel
  std::vector<std::string> functions;     ///< only these, if any: see FunctionPatterns (loops/function_names.h)
};

/// A pattern that means none of an input's functions.
struct UnmatchedName {
  std::string pattern;
  std::string nearest; ///< the name that looks most like it; may be empty
};

/// A loop that a plugin found: which lines of the function's assembly belong to it.
struct KnownLoop {
  std::vector<std::pair<int, int>> lines; ///< inclusive, ascending
  int header_line = 0;                    ///< first line of the header block, 0: the first of `lines`
  LoopRole role;
  SourceLocation source;
  int annotation = -1;
  std::optional<int> source_iterations = {}; ///< as in Kernel
  LoopNest nest = {};
  LoopFrequency frequency = {};
  CompilerOptions options = {};
  std::string not_vectorised = {}; ///< as in Kernel
  bool is_pointed_at = true;       ///< else one of all loops: of its paths only the likely ones are worth the time
};

/// Per line of assembly, what the compiler says of its instruction: above all where it comes from.
struct LineOrigin {
  int line = 0;
  SourceLocation source;
  std::vector<SourceLocation> inlined_at;
  std::string array = {};                       ///< that it comes to, as the source names it
  std::optional<double> taken_probability = {}; ///< of a conditional branch
};

// From the flat list of statements to kernels: what the user marked or named by lines, the loops a plugin told of, or
// else the innermost loops. A loop with branches gives one kernel per path through it.

/// Kernels in input order.
struct SelectedKernels {
  std::vector<Kernel> kernels;
  std::vector<Error> problems = {};          ///< marked regions and lines without an instruction
  std::optional<Error> nothing = {};         ///< why there are no kernels
  std::vector<UnmatchedName> unmatched = {}; ///< of RegionSelection::functions
};

/// Errors: markers without their partner, nothing but regions or lines without instructions.
[[nodiscard]] Expected<SelectedKernels> select_kernels(const ParsedUnit &unit, const std::string &input_name,
                                                       const RegionSelection &selection, int max_paths_per_loop);

/// The patterns that mean none of these functions.
[[nodiscard]] std::vector<UnmatchedName> unmatched_names(const std::vector<std::string> &functions,
                                                         const std::vector<std::string> &patterns);

/// The messages for inputs in which there is nothing to do.
[[nodiscard]] Error no_such_function(const std::vector<UnmatchedName> &names, const std::string &input_name);
[[nodiscard]] Error no_loop_in(const std::vector<std::string> &patterns, const std::string &input_name);

/// One kernel per path; none if no instruction stands on the loop's lines. A loop that holds others is followed through
/// each of them once, and its role says so.
[[nodiscard]] std::vector<Kernel> kernels_of_loop(const ParsedUnit &unit, const KnownLoop &loop,
                                                  int max_paths_per_loop);

} // namespace osaca
