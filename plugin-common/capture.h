// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler's settings for a function that matter for advice about its loops. An empty field means unknown.
#pragma once

#include "capture_names.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::capture {

struct CompilerOptions {
  std::optional<int> level;               ///< optimisation level, 0 to 3
  std::optional<bool> vectorises;         ///< the loop vectoriser is on
  std::optional<bool> vectorises_cheaply; ///< the loop vectoriser is on, but only for loops whose code hardly grows
  std::optional<bool> unrolls;
  std::optional<bool> reassociates; ///< floating-point operations may be reordered
  std::optional<bool> contracts;    ///< products and sums of different expressions may be fused
  std::optional<bool> takes_reciprocals;
  std::optional<bool> sets_errno;
  std::optional<bool> finite_only;
  std::optional<bool> has_fused;            ///< the target has a fused multiply-add
  std::optional<int> preferred_vector_bits; ///< 0: no preference
  std::optional<int> widest_vector_bits;
};

// The data that a compiler plugin passes to the driver, and their conversion to JSON. capture_format.md defines the
// meaning of every field.

struct Location {
  std::string file;
  int line = 0;
  int column = 0;
  std::vector<int> inlined_at; ///< indices of the call sites through which it was inlined, innermost first
};

/// A place as the compiler reports it, made valid. `#line` may define names that no system call accepts and lines that
/// no file has. Names that no system call accepts become "", and lines that no file has become 0 (unknown).
[[nodiscard]] Location location_at(std::string_view file, long line, long column);

/// A name in the form that a capture stores: on one line, and at most longest_array_name bytes long. "" stays "".
[[nodiscard]] std::string array_name(std::string_view text);

/// A message of the compiler about a loop in the form that a capture stores: its first line, at most longest_words
/// bytes.
[[nodiscard]] std::string compilers_words(std::string_view text);

/// The name of a function in the form that a capture stores: on one line, and at most longest_function_name bytes.
[[nodiscard]] std::string function_name(std::string_view text);

/// `number` if it is at most largest_nest_number, otherwise 0 (unknown).
[[nodiscard]] long known_number(long number);

struct Annotation {
  int location = -1;
  AnnotationKind kind = AnnotationKind::pragma;
  AnnotationStatus status = AnnotationStatus::found;
  bool is_statement = false;     ///< the pragma is before a statement that is no loop
  bool is_harmless = false;      ///< it has no loop, but nothing is wrong: a note, and its expectations are not checked
  std::string reason;            ///< why, unless the status is `found`
  std::string expectations = {}; ///< the text after `#pragma osaca analyze`, as written
};

/// Both lines are included, and count from 1 within the function's text.
struct LineRange {
  int first = 0;
  int last = 0;
};

struct InstructionLines {
  LineRange lines;
  int location = -1;
};

/// What the compiler knows about a source loop and its enclosing loops, and what the instructions do not show. 0:
/// unknown or not constant.
struct LoopNest {
  long trip_count = 0; ///< iterations of the source loop each time it runs
  long row_bytes = 0;  ///< distance by which its addresses advance per iteration of the enclosing loop
  long rows = 0;       ///< iterations of the enclosing loop each time it runs, if it advances all addresses too
  long sweeps = 0;     ///< iterations of the next outer loop that repeats the addresses, each time that loop runs
};

/// Combines two descriptions of a loop. Figures that differ become unknown.
[[nodiscard]] LoopNest agreed(const LoopNest &a, const LoopNest &b);

/// How often a machine loop runs: per call of the function for an estimate, in the whole training run for a profile.
struct LoopFrequency {
  FrequencySource source = FrequencySource::unknown;
  double iterations = 0; ///< of the machine loop
  double entries = 0;    ///< how often the loop is entered
};

/// `frequency` if both counts are from 0 to largest_count, otherwise an unknown frequency.
[[nodiscard]] LoopFrequency known_frequency(const LoopFrequency &frequency);

struct Loop {
  int annotation = 0;
  int location = -1;
  int header_line = 0;
  std::vector<LineRange> lines;
  bool innermost = false;
  std::string not_vectorised = {}; ///< why not, in the compiler's words; see compilers_words()
  LoopRole role = LoopRole::plain;
  int source_iterations = 0; ///< iterations of the source loop per iteration of this one; 0: unknown
  LoopNest nest = {};
  LoopFrequency frequency = {};
  bool is_whole_function = false; ///< no loop, but the function itself, which contains none
  /// For a loop of an annotated statement that is written elsewhere, such as in a library: its function and its place.
  /// The function is "" and the place -1 for other loops.
  std::string written_in = {};
  int written_at = -1;
  /// For a loop that is one of several at its location: its number from 1, and how many there are. 0: it is the only
  /// one, or its number is unknown.
  int part = 0;
  int parts = 0;
};

/// The array that an instruction accesses, as the source names it.
struct NamedAccess {
  int line = 0;
  std::string array; ///< see array_name()
};

/// A conditional jump and its probability.
struct BranchProbability {
  int line = 0;
  double taken = 0; ///< from 0 to 1
};

struct Function {
  std::string name;
  CompilerOptions options = {};
  std::string assembly;
  std::vector<InstructionLines> instructions;
  std::vector<NamedAccess> accesses = {};       ///< in the loops, where the array has a name
  std::vector<BranchProbability> branches = {}; ///< in the loops, where the compiler knows it; ordered by line
  std::vector<Loop> loops;
};

/// Removes the functions as a whole whose annotation also has loops: those of functions that they call.
void prefer_loops(std::vector<Function> &functions);

struct Target {
  std::string isa;
  std::string march;
  std::string mtune;
  std::string cpu;
  bool intel_syntax = false;
};

struct Capture {
  std::string unit;
  std::string compiler;
  Target target;
  std::vector<Location> locations;
  std::vector<Annotation> annotations;
  std::vector<Function> functions;
};

[[nodiscard]] std::string to_json(const Capture &capture);

} // namespace osaca::capture
