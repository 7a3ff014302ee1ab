// Several runs of `osaca measure structure` on one machine: what one was too disturbed to tell another may have told.
#pragma once

#include "measure/model/structure_reader.h"

#include <set>
#include <string>
#include <vector>

namespace osaca::measure::composer {

/// Each finding as one of the runs has it (never a mean, for what belongs to it stays with it): of those that could
/// tell, the steady ones if there are any. What most of them say of yes or no, and the middle one of three or more
/// numbers. Where as many say yes as no, it could not be told; of two numbers the first counts. `runs`: at least one;
/// the machine is that of the first.
[[nodiscard]] StructureFindings agreed_structure(const std::vector<StructureFindings> &runs);

/// Names of the probes of which the two runs tell different things: another run decides.
[[nodiscard]] std::set<std::string> probes_in_doubt(const StructureFindings &first, const StructureFindings &second);

} // namespace osaca::measure::composer
