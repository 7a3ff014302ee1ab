// The state with which a loop must begin so that it runs a chosen number of iterations: registers, memory, and the
// condition on which it continues.
#pragma once

#include "base/expected.h"
#include "kernel/kernel.h"
#include "measure/harness/loop_code.h"
#include "measure/harness/loop_steps.h"
#include "measure/harness/timed_process.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace osaca::measure {

// The condition on which a loop continues, if it is arithmetic on one counter.

/// "The loop continues while counter <condition> limit", or with both sides exchanged.
struct LoopExit {
  enum class Condition { not_equal, less, less_or_equal, greater, greater_or_equal };
  Condition condition = Condition::not_equal; ///< written with the counter on the left
  std::size_t counter = 0;                    ///< index of the register
  std::int64_t step = 0;
  std::int64_t step_before_test = 0;         ///< the part of the step that is added before the comparison
  std::optional<std::size_t> limit_register; ///< does not change in the loop
  std::int64_t limit = 0;                    ///< if there is no limit_register
  bool is_32_bit = false;
};

[[nodiscard]] Expected<LoopExit> find_exit(const Kernel &kernel, const RegisterUses &uses);

/// Sets the limit in `start` so that the loop runs `iterations` times; if the limit is a constant, sets the initial
/// value of the counter. False: it is not possible.
[[nodiscard]] bool solve(const LoopExit &exit, int iterations, GeneralRegisters &start);

// The initial contents of a loop's memory and vector registers.

/// The word that fills the loop's memory: an address or a small index if the loop loads addresses or indices, otherwise
/// a number.
[[nodiscard]] std::uint64_t fill_word_of(const Kernel &kernel, const RegisterUses &uses);

/// Whether the loop goes from element to element of a linked list.
[[nodiscard]] bool follows_list(const Kernel &kernel, const RegisterUses &uses);

/// The contents of words whose addresses do not change in the loop, such as values that the compiler spilled. A word
/// that the loop uses as a pointer is the address of separate memory. A word that the loop adds to addresses is a
/// distance, and one that it uses as an index is a position in a row. `shift`: by how many bytes the addresses are
/// moved.
[[nodiscard]] std::vector<PlantedWord> spilled_words(const Kernel &kernel, const RegisterUses &uses,
                                                     const GeneralRegisters &start, std::uint64_t shift);

/// The number of a vector register: 3 for "xmm3", "ymm3" and "zmm3". It is also 3 for "xmm19", which begins as a copy
/// of xmm3. Empty: it is not a vector register.
[[nodiscard]] std::optional<std::size_t> vector_index(const Register &reg);

/// The initial values of vector registers: floating-point numbers, or small integers if addresses are computed in
/// vectors.
[[nodiscard]] std::array<VectorValue, vector_registers> vector_values(const Kernel &kernel);

// The state with which a loop must begin so that it runs a chosen number of iterations, derived from its instructions.

/// A loop is timed with a shorter and a longer run. The difference of their times does not contain what a run costs
/// once.
struct IterationCounts {
  int shorter = 0;
  int longer = 0;
};

struct LoopSetup {
  GeneralRegisters shorter_start{};
  GeneralRegisters longer_start{};
  IterationCounts iterations;
  std::uint64_t fill_word = 0;      ///< the contents of all its memory
  bool fill_is_relative = false;    ///< each word also has its own address added
  std::vector<PlantedWord> planted; ///< exceptions to fill_word
  std::array<VectorValue, vector_registers> vectors{};
  DirectedJumps directed; ///< jumps whose condition is replaced, so that they follow the path
};

/// How many iterations of the longer run access at most three quarters of an L1 cache.
[[nodiscard]] std::int64_t fitting_iterations(const RegisterUses &uses);

/// The counts with a longer run of at most `most` iterations. Both runs end in the same way: the branch predictor knows
/// the end of both, or of neither. `variant`: from 0 to `count_variants` - 1, slightly other counts.
[[nodiscard]] IterationCounts iteration_counts(std::int64_t most, int variant = 0);

/// The cost of an end can depend on the count. Runs with several counts show it: they disagree.
constexpr int count_variants = 8;

/// `other`: the value of registers that hold neither addresses nor counters.
[[nodiscard]] GeneralRegisters start_values(const RegisterUses &uses, std::uint64_t other);

/// The setup, derived from the instructions of the loop alone. Error: why the loop's end could not be determined.
[[nodiscard]] Expected<LoopSetup> set_up_loop(const Kernel &kernel, int variant = 0);

// The position of the rows of a stencil within their cache lines.

/// Moves the start of each read-only row to the position that stencil_shifts() assumes (analysis/graph/core_effects.h).
/// If a vector load shows that the loop reads neighbouring elements, rows that are read through other pointers are
/// moved too: they get the same offset within a cache line as that load.
void lay_out_rows(const Kernel &loop, const RegisterUses &uses, GeneralRegisters &start);

} // namespace osaca::measure
