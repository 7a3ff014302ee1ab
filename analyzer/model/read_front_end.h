// What a model's core says of how code is read: `fetch:`, `op_cache:`; and of loads that are taken for others.
#pragma once

#include "model/read_context.h"

namespace osaca {

void read_front_end(Fields &fields_of_core, Core &core, ReadContext &context);
void read_address_aliasing(Fields &fields_of_core, Core &core, ReadContext &context);

} // namespace osaca
