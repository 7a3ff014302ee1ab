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

/// With -flto the object holds no machine code, only what the linker will compile. With -ffat-lto-objects it holds
/// both: then its own counts, unless the same command links it.
[[nodiscard]] bool code_is_left_to_the_linker();

/// Says what is needed for that, unless it is there: the same command links, or `embed` says that a project takes care
/// of it.
void report_lto(location_t where, const Arguments &arguments);

/// `targets`: per function. Says if not all are the first one.
void remark_on_targets(const std::vector<capture::Target> &targets, const Arguments &arguments);

/// Takes away what an earlier compile left in report_dir: this unit has nothing to report any more.
void drop_old_report(const Arguments &arguments);

/// `places` belongs to the capture's locations, index by index.
void report_unit(const capture::Capture &capture, const std::vector<location_t> &places, const Arguments &arguments);

} // namespace osaca::gcc
