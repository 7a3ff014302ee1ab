// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a compiler plugin hands to the driver, as plain values, and their JSON form. The meaning of every
// field is in capture_format.md, which is the contract with the driver.
#pragma once

#include "capture_names.h"
#include "capture_options.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca::capture {

struct Location {
  std::string file;
  int line = 0;
  int column = 0;
  std::vector<int> inlined_at; ///< indices of the call sites, innermost first
};

/// What the compiler says of a place, as far as it can be one: `#line` may make up names that no system call takes,
/// which become "", and lines that no file has, which become 0 (unknown).
[[nodiscard]] Location location_at(std::string_view file, long line, long column);

/// As a name goes into a capture: on one line, and not longer than a reader takes (longest_array_name). "" stays "".
[[nodiscard]] std::string array_name(std::string_view text);

/// The same for what the compiler says of a loop: its first line, at most longest_words bytes of it.
[[nodiscard]] std::string compilers_words(std::string_view text);

/// Of that size or below, else 0: unknown.
[[nodiscard]] long known_number(long number);

struct Annotation {
  int location = -1;
  AnnotationKind kind = AnnotationKind::pragma;
  AnnotationStatus status = AnnotationStatus::found;
  std::string reason;            ///< for all but `found`
  std::string expectations = {}; ///< what follows `#pragma osaca analyze`, as it was written
};

/// Inclusive, counted from 1 within the function's text.
struct LineRange {
  int first = 0;
  int last = 0;
};

struct InstructionLines {
  LineRange lines;
  int location = -1;
};

/// What the compiler knows of a source loop and the loop around it that no instruction of theirs tells; 0: unknown, or
/// no constant.
struct LoopNest {
  long trip_count = 0; ///< iterations of the source loop, each time that it runs
  long row_bytes = 0;  ///< by which its addresses move on with an iteration of the loop around it
  long rows =
      0; ///< iterations of the loop around it, each time that it runs, if all its addresses move on with each of them
  long sweeps = 0; ///< iterations, each time that it runs, of the next loop around that comes to the same places again
};

/// What two of them contradict each other about is unknown.
[[nodiscard]] LoopNest agreed(const LoopNest &a, const LoopNest &b);

/// How often a machine loop runs. Of an estimate: per call of the function; of a profile: in all of the training run.
struct LoopFrequency {
  FrequencySource source = FrequencySource::unknown;
  double iterations = 0; ///< of the machine loop
  double entries = 0;    ///< how often it is come to from outside
};

/// Of this size or below and at least 0; else nothing is known.
[[nodiscard]] LoopFrequency known_frequency(const LoopFrequency &frequency);

struct Loop {
  int annotation = 0;
  int location = -1;
  int header_line = 0;
  std::vector<LineRange> lines;
  bool innermost = false;
  std::string not_vectorised = {}; ///< why, in the compiler's own words, fit for a capture: see compilers_words()
  LoopRole role = LoopRole::plain;
  int source_iterations = 0; ///< of the source loop, per iteration of this one; 0: unknown
  LoopNest nest = {};
  LoopFrequency frequency = {};
};

/// The array that an instruction's memory access comes to, as the source names it.
struct NamedAccess {
  int line = 0;
  std::string array; ///< fit for a capture: see array_name()
};

/// A conditional jump, and how often it is taken.
struct BranchProbability {
  int line = 0;
  double taken = 0; ///< from 0 to 1
};

struct Function {
  std::string name;
  Options options = {};
  std::string assembly;
  std::vector<InstructionLines> instructions;
  std::vector<NamedAccess> accesses = {};       ///< of the loops, as far as they have names
  std::vector<BranchProbability> branches = {}; ///< of the loops, as far as the compiler knows; by line
  std::vector<Loop> loops;
};

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
