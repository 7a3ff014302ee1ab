// What the memory and the vector registers of a loop hold when it begins.
#pragma once

#include "kernel/kernel.h"
#include "measure/harness/loop_steps.h"
#include "measure/harness/timed_process.h"

#include <array>
#include <optional>
#include <vector>

namespace osaca::measure {

/// Numbers; or addresses, or small indices, where the loop loads such.
[[nodiscard]] std::uint64_t fill_word_of(const Kernel &kernel, const RegisterUses &uses);

/// It goes from element to element of a list.
[[nodiscard]] bool follows_list(const Kernel &kernel, const RegisterUses &uses);

/// Words at addresses that stay the same, as compilers spill them: distances for those that are added to addresses,
/// places in a row for indices, memory of their own for pointers,
/// `shift` bytes farther.
[[nodiscard]] std::vector<PlantedWord> spilled_words(const Kernel &kernel, const RegisterUses &uses,
                                                     const GeneralRegisters &start, std::uint64_t shift);

/// Of "xmm3", "ymm3", "zmm3", and of "xmm19", which begins as a copy of it; empty: it is none of them.
[[nodiscard]] std::optional<std::size_t> vector_index(const Register &reg);

/// Numbers, and small integers where addresses are computed in vectors.
[[nodiscard]] std::array<VectorValue, vector_registers> vector_values(const Kernel &kernel);

} // namespace osaca::measure
