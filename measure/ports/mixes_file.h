// Measured mixes as CSV: the evidence for a ports file, which a later run need not measure again.
#pragma once

#include "base/expected.h"
#include "measure/ports/port_map.h"

#include <optional>
#include <string>
#include <string_view>

namespace osaca::measure {

/// "2 ADD64rr + 1 IMUL64rr"
[[nodiscard]] std::string mix_text(const std::vector<FormUnderTest> &forms, const Mix &mix);

/// One line of the file. `predicted`: the cycles that the inferred port map predicts for the mix.
[[nodiscard]] std::string mix_line(const std::vector<FormUnderTest> &forms, const Mix &mix, const MixFigure &figure,
                                   std::optional<double> predicted = std::nullopt);

/// Every mix of the log, with the cycles that the inferred port map predicts. `map`: null as long as nothing has been
/// inferred.
[[nodiscard]] std::string mixes_text(const std::vector<FormUnderTest> &forms, const MixLog &log,
                                     const PortMap *map = nullptr);

/// Adds the mixes of such a file to the log. Mixes with forms that are not in `forms` are ignored; of several lines
/// about one mix the last one counts. Returns the number of mixes that are new to the log.
[[nodiscard]] Expected<std::size_t> read_mixes(std::string_view text, const std::string &name,
                                               const std::vector<FormUnderTest> &forms, MixLog &log);

} // namespace osaca::measure
