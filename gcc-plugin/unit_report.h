// SPDX-License-Identifier: GPL-3.0-or-later
// At the end of the unit: asks the driver about the capture and shows the answer in the compiler's own
// diagnostic format, at the compiler's own places.
#pragma once

#include "gcc_compat.h"

#include "arguments.h"
#include "capture.h"

namespace osaca::gcc {

/// The target as the compiler resolved it; "native" where the user wrote that.
[[nodiscard]] capture::Target target_of_unit();

/// With -flto the object holds no machine code, only what the linker will compile.
[[nodiscard]] bool code_is_left_to_the_linker();
void report_lto(location_t where);

/// Takes away what an earlier compile left in report_dir: this unit has nothing to report any more.
void drop_old_report(const Arguments &arguments);

/// `places` belongs to the capture's locations, index by index.
void report_unit(const capture::Capture &capture, const std::vector<location_t> &places, const Arguments &arguments);

} // namespace osaca::gcc
