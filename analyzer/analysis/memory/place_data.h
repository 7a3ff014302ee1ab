// The prediction for data in the level that somebody named, or that trip counts tell.
#pragma once

#include "model/memory_hierarchy.h"
#include "report/data_place.h"
#include "report/report.h"

namespace osaca {

/// Where memory decides, it becomes the bound and the prediction; otherwise only the level is noted. A place that the
/// model does not know is a note on the kernel: its prediction stays that of the first level. If nobody names one, the
/// level from which nearly all data come at least (footprint.h) counts. `hierarchy` may be null.
void place_data(const DataPlace &place, const MemoryHierarchy *hierarchy, KernelReport &report);

} // namespace osaca
