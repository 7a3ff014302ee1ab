// SPDX-License-Identifier: GPL-3.0-or-later
// The report at the end of the unit. The driver (the program `osaca`) analyses the capture, which is the data that the
// plugin collected. Its answer is shown as diagnostics of the compiler.
#pragma once

#include "arguments.h"
#include "capture.h"
#include "gcc_compat.h"
#include "loop_fate.h"
#include "unit.h"

namespace osaca::gcc {

// What became of a source loop, in the form that all plugins share.

[[nodiscard]] vanish::Fate fate_of(const LoopExtent &extent, const std::vector<Sighting> &sightings,
                                   const FunctionFates &fates);

// The driver's answer is shown in the compiler's diagnostic format, at the compiler's locations.

/// The target that the compiler's options select. Where the user wrote "native", this word is kept.
[[nodiscard]] capture::Target target_of_unit();

/// Whether the code to analyse is generated at link time. With -flto the object contains no machine code. With
/// -ffat-lto-objects it contains machine code too. This machine code is then analysed, unless the same command links
/// the object.
[[nodiscard]] bool code_is_left_to_the_linker();

/// Reports what the user has to do for an analysis at link time. Reports nothing if the same command links, or if
/// `embed` is set (then the project's build takes care of it).
void report_lto(location_t where, const Arguments &arguments);

/// `targets` holds the target of each function. Shows a message if not all functions have the same target.
void remark_on_targets(const std::vector<capture::Target> &targets, const Arguments &arguments);

/// Removes the report of an earlier compile from report_dir, because this unit has nothing to report any more.
void drop_old_report(const Arguments &arguments);

/// `places` holds the compiler's location for each of the capture's locations.
void report_unit(const capture::Capture &capture, const std::vector<location_t> &places, const Arguments &arguments);

} // namespace osaca::gcc
