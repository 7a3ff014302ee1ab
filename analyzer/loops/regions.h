// Selects the parts of a unit that become kernels.
#pragma once

#include "base/compiler_facts.h"
#include "base/expected.h"
#include "base/loop_role.h"
#include "base/source_location.h"
#include "kernel/kernel.h"
#include "loops/callees.h"
#include "loops/chosen_path.h"
#include "loops/statement.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace osaca {

// The selection of the code that becomes kernels: by markers, lines, names of functions, or loops that a compiler
// plugin found.

/// The instructions that become kernels.
struct RegionSelection {
  /// automatic: the marked regions if there are any, otherwise the innermost loops. statements: the code that was
  /// generated from statements of the sources; in objects only. whole: the paths through `functions`.
  enum class Mode { automatic, loops, lines, statements, whole };
  Mode mode = Mode::automatic;
  std::vector<std::pair<int, int>> lines; ///< inclusive ranges; each becomes a kernel
  std::vector<PathPlace> path = {};       ///< for `whole`: only the paths through these places
  bool straight_functions = false; ///< for `automatic`: if there are neither markers nor loops, select whole functions
  std::vector<std::string> functions; ///< if not empty, only code of these functions is selected (see FunctionPatterns
                                      ///< in loops/function_names.h)
};

/// A pattern that matches no function of an input.
struct UnmatchedName {
  std::string pattern;
  std::string nearest; ///< the most similar name; may be empty
};

/// A function that a name without wildcards selects.
struct NamedFunction {
  std::string pattern;
  std::string function; ///< as in Kernel::function
};

/// A loop that a plugin found: the lines of the function's assembly that belong to it.
struct KnownLoop {
  std::vector<std::pair<int, int>> lines; ///< inclusive, ascending
  int header_line = 0;                    ///< first line of the header block; 0: the first of `lines`
  LoopRole role;
  SourceLocation source;
  int annotation = -1;
  std::optional<int> source_iterations = {}; ///< as Kernel::source_iterations
  LoopNest nest = {};
  LoopFrequency frequency = {};
  CompilerOptions options = {};
  std::string not_vectorised = {}; ///< as Kernel::not_vectorised
  WrittenElsewhere written = {};
  LoopPart part = {};
  bool is_pointed_at = true;       ///< false: only `all` selected the loop, so only its likely paths are listed
  std::string whole_function = {}; ///< the symbol of a function that is analysed as a whole; empty: this is a loop
};

/// What the compiler knows about the instruction on a line of assembly, mainly its source location.
struct LineOrigin {
  int line = 0;
  SourceLocation source;
  std::vector<SourceLocation> inlined_at;
  std::string array = {};                       ///< the array that it accesses, by its name in the source
  std::optional<double> taken_probability = {}; ///< for conditional branches
};

// Builds kernels from the list of statements. A kernel is a region that the user marked or selected by lines, a loop
// that a plugin found, or otherwise an innermost loop. A loop with branches becomes one kernel per path through it.

/// Kernels in input order.
struct SelectedKernels {
  std::vector<Kernel> kernels;
  std::vector<Error> problems = {};          ///< marked regions and ranges of lines that contain no instructions
  std::optional<Error> nothing = {};         ///< why there are no kernels
  std::vector<UnmatchedName> unmatched = {}; ///< patterns of RegionSelection::functions that match no function
  std::vector<NamedFunction> named = {};     ///< by the others
};

/// Errors: a marker without its counterpart, or a selection that contains no instructions at all.
[[nodiscard]] Expected<SelectedKernels> select_kernels(const ParsedUnit &unit, const std::string &input_name,
                                                       const RegionSelection &selection, int max_paths_per_loop);

/// The patterns that do not match any of these functions.
[[nodiscard]] std::vector<UnmatchedName> unmatched_names(const std::vector<std::string> &functions,
                                                         const std::vector<std::string> &patterns);

/// Errors for an input in which nothing was selected.
[[nodiscard]] Error no_such_function(const std::vector<UnmatchedName> &names, const std::string &input_name);
[[nodiscard]] Error no_loop_in(const std::vector<std::string> &patterns, const std::string &input_name);

/// One kernel per path; none if the loop's lines contain no instruction. In an outer loop, each inner loop is passed
/// through once, and the role of the kernel says so.
[[nodiscard]] std::vector<Kernel> kernels_of_loop(const ParsedUnit &unit, const KnownLoop &loop, int max_paths_per_loop,
                                                  Callees &callees);
[[nodiscard]] std::vector<Kernel> kernels_of_loop(const ParsedUnit &unit, const KnownLoop &loop,
                                                  int max_paths_per_loop);

} // namespace osaca
