// SPDX-License-Identifier: GPL-3.0-or-later
// Removes the plugin's options from the command line that the compiler records in debug information (DW_AT_producer)
// and in LTO objects. So the object is identical to the one that is built without the plugin.
#pragma once

namespace osaca::gcc {

void scrub_recorded_options();

} // namespace osaca::gcc
