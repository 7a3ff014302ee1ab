// From the words of a table to facts.
#pragma once

#include "measure/tables/published_table.h"

namespace osaca::measure {

/// Sets the facts of the row that its note and its name state.
void set_facts_of_notes(PublishedRow &row);

} // namespace osaca::measure
