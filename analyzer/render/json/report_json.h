// The parts of a report in JSON, which several documents have in common; docs/schema/osaca-report-1.schema.json
// describes them.
#pragma once

#include "render/json/json_writer.h"
#include "report/report.h"

namespace osaca {

/// The members file, line and column.
void write_place_fields(JsonWriter &out, const SourceLocation &where);
/// The member steps.
void write_steps(JsonWriter &out, const Finding &finding);
/// All members of a kernel.
void write_kernel_members(JsonWriter &out, const KernelReport &kernel);
void write(JsonWriter &out, const AnnotationReport &annotation);
void write(JsonWriter &out, const Error &problem);

} // namespace osaca
