// Mixes that were measured, as CSV: what a ports file was inferred from, and what a later run need not measure again.
#pragma once

#include "base/expected.h"
#include "measure/ports/port_map.h"

#include <string>
#include <string_view>

namespace osaca::measure {

/// "2 ADD64rr + 1 IMUL64rr"
[[nodiscard]] std::string mix_text(const std::vector<FormUnderTest> &forms, const Mix &mix);

/// Every mix of the log, with what the result predicts for it.
[[nodiscard]] std::string mixes_text(const std::vector<FormUnderTest> &forms, const PortMap &map, const MixLog &log);

/// Puts what such a file says into the log; mixes with forms that are not among these are passed over. How many it took.
[[nodiscard]] Expected<std::size_t> read_mixes(std::string_view text, const std::string &name,
                                               const std::vector<FormUnderTest> &forms, MixLog &log);

} // namespace osaca::measure
