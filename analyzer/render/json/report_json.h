// The parts of reports and comparisons in JSON that several documents have in common.
#pragma once

#include "collection/collection.h"
#include "render/json/json_writer.h"
#include "report/memory_report.h"
#include "report/report.h"

#include <vector>

namespace osaca {

// The parts of a report in JSON, which several documents have in common; docs/schema/osaca-report-1.schema.json
// describes them.

/// The members file, line and column.
void write_place_fields(JsonWriter &out, const SourceLocation &where);
/// The member steps.
void write_steps(JsonWriter &out, const Finding &finding);
/// All members of a kernel.
void write_kernel_members(JsonWriter &out, const KernelReport &kernel);
void write(JsonWriter &out, const AnnotationReport &annotation);
void write(JsonWriter &out, const Error &problem);

// What a loop moves through the memory system, as JSON.

void write(JsonWriter &out, const MemoryReport &memory);

// What changed between two builds, for programs: part of two documents.

/// The members of an object.
void write_comparison_members(JsonWriter &out, const Comparison &comparison);

// The dependencies of a kernel as readers want them.

/// Each edge once, in the report's order. One instruction may wait for another through several operands or flags: such
/// edges are one if they name the same register or address, and the slowest of them counts.
[[nodiscard]] std::vector<Edge> distinct_edges(const KernelReport &kernel);

} // namespace osaca
