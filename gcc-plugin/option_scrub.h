// SPDX-License-Identifier: GPL-3.0-or-later
// The compiler records its own command line in debug information (DW_AT_producer) and in LTO objects. The
// plugin's options are taken out of that record, so that the object is the one that would be built without them.
#pragma once

namespace osaca::gcc {

void scrub_recorded_options();

} // namespace osaca::gcc
