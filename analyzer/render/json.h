// The report for programs; docs/schema/osaca-report-1.schema.json describes it.
#pragma once

#include "report/report.h"

#include <string>

namespace osaca {

[[nodiscard]] std::string render_json(const Report &report);

} // namespace osaca
