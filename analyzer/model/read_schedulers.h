// The `schedulers:` and `scheduler_queue:` of a model's core.
#pragma once

#include "model/read_context.h"

namespace osaca {

void read_schedulers(Fields &fields_of_core, Core &core, ReadContext &context);

} // namespace osaca
