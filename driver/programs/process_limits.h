// What this process may take, and how long it may live, where a compiler started it.
#pragma once

#include <sys/types.h>

namespace osaca::driver {

/// From here on no more than `mib` MiB on top of what is taken now; where that is not
/// enough, the process says so and ends with `unusable_input`.
void limit_memory(int mib);

/// Ends this process when `parent`, which started it, ends, however that happens. Through a program in between that
/// only starts this one it cannot be told; then nothing happens.
void end_with(pid_t parent);

} // namespace osaca::driver
