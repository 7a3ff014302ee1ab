// What changed between two builds, for programs: part of two documents.
#pragma once

#include "collection/collection.h"
#include "render/json/json_writer.h"

namespace osaca {

/// The members of an object.
void write_comparison_members(JsonWriter &out, const Comparison &comparison);

} // namespace osaca
