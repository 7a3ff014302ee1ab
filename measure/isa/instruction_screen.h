// What can be learned from the instructions of a block before they run.
#pragma once

#include "kernel/kernel.h"

namespace osaca::measure {

/// Whether there are system calls, port accesses and the like, which a measurement must not or cannot execute.
[[nodiscard]] bool accesses_system(const Kernel &kernel);

/// Whether x87 registers are used. MMX registers count too, since they are the same ones.
[[nodiscard]] bool uses_x87(const Kernel &kernel);

/// How many values the code expects on the x87 stack: values that it reads or pops without having pushed them.
[[nodiscard]] int values_on_register_stack(const Kernel &kernel);

/// Whether mask registers or vector registers from the seventeenth on are used.
[[nodiscard]] bool uses_avx512_registers(const Kernel &kernel);

[[nodiscard]] bool this_processor_has_avx();

/// All of AVX-512, including masks of 64 bits and the instructions on registers of 128 and 256 bits.
[[nodiscard]] bool this_processor_has_avx512();

} // namespace osaca::measure
