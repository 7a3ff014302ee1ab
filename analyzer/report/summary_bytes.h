// Reports without details (collection/loop_details.h) as bytes, so that they can be read much faster than from the JSON
// in objects. The bytes are for the same build of OSACA only.
#pragma once

#include "report/report.h"

#include <optional>
#include <string>
#include <string_view>

namespace osaca {

/// Empty: the report has details, or facts that reports from files do not have.
[[nodiscard]] std::optional<std::string> bytes_of_summary(const Report &summary);

/// Empty: the bytes are damaged. Every index in the result is within its list.
[[nodiscard]] std::optional<Report> summary_of_bytes(std::string_view bytes);

} // namespace osaca
