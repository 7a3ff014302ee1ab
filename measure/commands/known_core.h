// What a model of this very core says of it, to tell whether somebody else is on it while it is measured.
#pragma once

namespace osaca::measure {

/// When the core is free. 0: there is no model of it.
[[nodiscard]] double known_no_ops_per_cycle();

/// Of five independent chains, likewise.
[[nodiscard]] double known_additions_per_cycle();

} // namespace osaca::measure
