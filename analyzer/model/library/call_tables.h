// The tables of calls that apply to a core: a user's, and the shipped one of this core or of a related one.
#pragma once

#include "base/expected.h"
#include "calls/call_costs.h"
#include "model/machine_model.h"

#include <memory>
#include <string>

namespace osaca {

/// Shipped tables are read when a function is looked up. `users`: may be null. If there is no table of this core, the
/// figures of another core with the same instruction set are scaled (docs/understand/calls.md).
[[nodiscard]] std::shared_ptr<const CallCosts> call_costs_of(const MachineModel &model,
                                                             const std::shared_ptr<const CallTable> &users);

/// Reads a table as written by `osaca measure calls --output`.
[[nodiscard]] Expected<std::shared_ptr<const CallTable>> load_call_table(const std::string &path);

} // namespace osaca
