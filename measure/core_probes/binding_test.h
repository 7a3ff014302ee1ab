// Whether uops are bound to a pipe when they enter the scheduler.
#pragma once

#include <optional>
#include <string>

namespace osaca::measure::core_probes {

struct BindingTimes {
  double chains_cycles = 0; ///< as many chains of operations of one cycle as there are pipes
  double slot_cycles = 0;   ///< dispatch of one instruction
  int pipes = 0;
};

struct BindingAnswer {
  std::optional<bool> bound;
  std::string text;
};

[[nodiscard]] BindingAnswer bound_at_entry(const BindingTimes &times);

} // namespace osaca::measure::core_probes
