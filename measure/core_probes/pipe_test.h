// What timings show about execution pipes: whether two instructions need the same pipe, and whether an instruction
// needs a pipe that others keep busy. Also whether a wide vector operation closes pipes, and whether uops are bound to
// a pipe when they enter the scheduler.
#pragma once

#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/evidence.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

// Two operations that are executed together, each of which can use one pipe only: is it the same pipe?

struct PairTimes {
  double first_cycles = 0;    ///< per operation, if only the first is executed
  double second_cycles = 0;   ///< per operation, if only the second is executed
  double together_cycles = 0; ///< for one of each
};

/// Empty: one of the operations has several pipes, or the time is between both answers.
[[nodiscard]] std::optional<bool> need_one_pipe(const PairTimes &times);

// Narrow operations together with a wide vector operation: their time shows whether the wide one closes pipes, so that
// the narrow ones cannot use them meanwhile.

struct SharedPipeTimes {
  double alone_cycles = 0;    ///< of the narrow operations alone
  double wide_cycles = 0;     ///< of the wide operation alone
  double together_cycles = 0; ///< of the narrow operations and the wide one together
  int narrow_count = 0;
};

/// true: together they clearly take longer than one after the other. Empty: the time is between both answers, or
/// impossible.
[[nodiscard]] std::optional<bool> closes_pipes(const SharedPipeTimes &times);

/// How many pipes remain for the narrow operations meanwhile; empty: the result is not a whole number.
[[nodiscard]] std::optional<int> pipes_left(const SharedPipeTimes &times);

// Whether uops are bound to a pipe when they enter the scheduler.

struct BindingTimes {
  double chains_cycles = 0; ///< as many chains of operations with a latency of one cycle as there are pipes
  double slot_cycles = 0;   ///< to dispatch one instruction
  int pipes = 0;
};

struct BindingAnswer {
  std::optional<bool> bound;
  std::string text;
};

[[nodiscard]] BindingAnswer bound_at_entry(const BindingTimes &times);

/// `delays`: how much longer a chain of loads is if another load from the same address precedes each of them, with 0,
/// 1, 2, ... independent loads between the two. If units take turns, every n-th load gets the same unit, and only those
/// delays are a cycle. The result is the number of units, or 1 if there is no delay. Empty: neither fits.
[[nodiscard]] std::optional<int> units_in_turn(const std::vector<double> &delays);

// Whether instructions need an execution unit that other instructions keep busy.

/// Registers of one kind, as they are written in assembly.
enum class RegisterSet { general64, general32, general16, general8, xmm, ymm, zmm, mask };

/// Replaces R (and S, a second register) in a template by the n-th register of the set. The first eight registers of a
/// set are for the tested instructions, the others for the instructions that keep the units busy.
[[nodiscard]] std::string with_registers(const std::string &text, RegisterSet set, int n);

struct PipeTimes {
  double busy = 0;     ///< the instructions that fill the units, alone
  double together = 0; ///< with the tested instructions in between
  int busy_count = 0;
  int tested_count = 0;
  double slot_cycles = 0; ///< to dispatch one instruction
};

/// true: the time grows as if each tested instruction needed its share of the units. false: it grows no more than
/// dispatch explains. Empty: the time is in between, or dispatch takes so long that both look the same.
[[nodiscard]] std::optional<bool> needs_units(const PipeTimes &times);

struct PipeAnswer {
  std::optional<bool> needs_units;
  std::string text; ///< the figures that support it
};
/// Tests these instructions, at most eight. `evidence` collects the timings of their finding; `timing` detects other
/// threads on the core.
[[nodiscard]] PipeAnswer test_pipes(Evidence &evidence, CalmTiming &timing, const std::vector<std::string> &tested,
                                    RegisterSet set);
/// Tests four copies of the instruction, with registers of the set.
[[nodiscard]] PipeAnswer test_pipes(Evidence &evidence, CalmTiming &timing, const std::string &tested, RegisterSet set);

} // namespace osaca::measure::core_probes
