// Mixes that were measured, as CSV: what a ports file was inferred from, and what a later run need not measure again.
#pragma once

#include "base/expected.h"
#include "measure/ports/port_map.h"

#include <optional>
#include <string>
#include <string_view>

namespace osaca::measure {

/// "2 ADD64rr + 1 IMUL64rr"
[[nodiscard]] std::string mix_text(const std::vector<FormUnderTest> &forms, const Mix &mix);

/// One line, with what the result predicts if there is one yet.
[[nodiscard]] std::string mix_line(const std::vector<FormUnderTest> &forms, const Mix &mix, const MixFigure &figure,
                                   std::optional<double> predicted = std::nullopt);

/// Every mix of the log, with what the result predicts for it. `map`: none as long as there is no result.
[[nodiscard]] std::string mixes_text(const std::vector<FormUnderTest> &forms, const MixLog &log,
                                     const PortMap *map = nullptr);

/// Puts what such a file says into the log; mixes with forms that are not among these are passed over, of several lines
/// about one mix the last counts. How many mixes are new to the log.
[[nodiscard]] Expected<std::size_t> read_mixes(std::string_view text, const std::string &name,
                                               const std::vector<FormUnderTest> &forms, MixLog &log);

} // namespace osaca::measure
