// What a loop moves through the memory system, as JSON.
#pragma once

#include "render/json/json_writer.h"
#include "report/memory_report.h"

namespace osaca {

void write(JsonWriter &out, const MemoryReport &memory);

} // namespace osaca
