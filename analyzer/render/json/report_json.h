// The parts of reports and comparisons in JSON that several documents share.
#pragma once

#include "collection/collection.h"
#include "render/json/json_writer.h"
#include "report/memory_report.h"
#include "report/report.h"

#include <vector>

namespace osaca {

// Parts of a report in JSON; docs/schema/osaca-report-1.schema.json describes them.

/// Writes the members file, line and column.
void write_place_fields(JsonWriter &out, const SourceLocation &where);
/// Writes the member steps.
void write_steps(JsonWriter &out, const Finding &finding);
/// Writes all members of a kernel.
void write_kernel_members(JsonWriter &out, const KernelReport &kernel);
void write(JsonWriter &out, const AnnotationReport &annotation);
void write(JsonWriter &out, const Error &problem);

// How certain a prediction is, and what it assumes; read again by pipeline/read/certainty_reader.cpp.

void write(JsonWriter &out, const CodePlacement &placement);
void write(JsonWriter &out, const ShortRuns &runs);
void write(JsonWriter &out, const ExampleOfShortRuns &example);
void write(JsonWriter &out, const UnalignedArrays &arrays);
/// Writes members of the prediction, and its member range_causes.
void write(JsonWriter &out, const Uncertainty &uncertainty);
void write(JsonWriter &out, const Confidence &confidence);

// A loop's memory traffic in JSON.

void write(JsonWriter &out, const MemoryReport &memory);

// Called functions and the results of a whole function in JSON.

/// Writes the members calls and result_latencies, if they are not empty.
void write_calls(JsonWriter &out, const KernelReport &kernel);

// The floating-point operations of a loop in JSON.

/// Precondition: the kernel has a RooflineReport.
void write_roofline(JsonWriter &out, const KernelReport &kernel);

// The changes between two builds, which are a part of two documents.

/// Writes the members of an object.
void write_comparison_members(JsonWriter &out, const Comparison &comparison);

// The dependencies of a kernel, simplified for display.

/// Each dependency once, in the report's order. An instruction may wait for another one through several operands or
/// flags. Such edges are merged if they name the same register or address, and the slowest one is kept.
[[nodiscard]] std::vector<Edge> distinct_edges(const KernelReport &kernel);

} // namespace osaca
