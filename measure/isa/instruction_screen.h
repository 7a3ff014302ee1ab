// What the instructions of a block tell before they run.
#pragma once

#include "kernel/kernel.h"

namespace osaca::measure {

/// System calls, ports and the like: what a measurement must not do or cannot.
[[nodiscard]] bool talks_to_the_system(const Kernel &kernel);

/// Also MMX, which is the same registers.
[[nodiscard]] bool uses_x87(const Kernel &kernel);

/// How many values code takes for granted on x87's stack: those that it reads or takes off and has not put there.
[[nodiscard]] int values_on_register_stack(const Kernel &kernel);

/// Masks, and vector registers from the seventeenth on.
[[nodiscard]] bool uses_avx512_registers(const Kernel &kernel);

[[nodiscard]] bool this_processor_has_avx();

/// With masks of 64 bits and with its instructions on narrow registers.
[[nodiscard]] bool this_processor_has_avx512();

} // namespace osaca::measure
