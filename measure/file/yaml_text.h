// What the files that measurements are written into have in common.
#pragma once

#include "measure/file/measurement.h"

#include <string>
#include <string_view>

namespace osaca::measure {

/// Always in quotes, so that no text can be taken for something else; on one line.
[[nodiscard]] std::string yaml_quoted(std::string_view text);

/// "schema: SCHEMA", and the machine that was measured.
[[nodiscard]] std::string yaml_head(std::string_view schema, const MeasuredMachine &machine);

} // namespace osaca::measure
