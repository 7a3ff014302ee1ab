// JSON -> MemoryReport: the inverse of render/json/memory_json.cpp.
#pragma once

#include "pipeline/read/json_fields.h"
#include "report/memory_report.h"

#include <cstddef>

namespace osaca {

/// Throws MalformedJson. `instruction_count`: of the kernel that it belongs to.
[[nodiscard]] MemoryReport memory_report(const JsonField &field, std::size_t instruction_count);

} // namespace osaca
