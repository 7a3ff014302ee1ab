// What of a unit is asked for: by marks, lines, names of functions, or loops that a compiler's plugin found.
#pragma once

#include "base/compiler_options.h"
#include "base/loop_frequency.h"
#include "base/loop_nest.h"
#include "base/loop_role.h"
#include "base/source_location.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace osaca {

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

} // namespace osaca
