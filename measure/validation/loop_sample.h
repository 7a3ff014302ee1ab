// The loops of a file that take part in a validation.
#pragma once

#include "kernel/kernel.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure::validation {

/// A number that depends on the text only, for choices that look random and are the same on every machine.
[[nodiscard]] std::uint64_t number_of(std::string_view text);

/// The instructions, separated by "; ", with blanks and the names of local labels made uniform: the same loop has the
/// same text in every file.
[[nodiscard]] std::string uniform_text(const Kernel &loop);

/// Half of all texts, chosen by their fingerprint. Loops with these texts are only counted, and never shown one
/// by one.
[[nodiscard]] bool is_unseen(const std::string &uniform_text);

struct SampledLoop {
  Kernel loop;
  std::string text; ///< uniform
};

struct LoopSample {
  std::vector<SampledLoop> loops;
  std::size_t calls = 0;   ///< loops with a call, which cannot be run alone
  std::size_t known = 0;   ///< loops whose text has been sampled before
  std::size_t outside = 0; ///< loops beyond the most that one file may contribute
};

/// Selects from the innermost loops of one file. Of a loop with several paths, one path is selected by the loop's
/// fingerprint. `known`: the texts of all samples so far; new ones are added.
[[nodiscard]] LoopSample sample_loops(const std::vector<Kernel> &kernels, std::size_t most,
                                      std::set<std::string> &known);

} // namespace osaca::measure::validation
