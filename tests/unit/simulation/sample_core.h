// A small core for the tests, with two ports in each of two schedulers.
#pragma once

#include "model/machine_model.h"
#include "simulation/simulation.h"

namespace osaca::test {

inline constexpr PortSet port_a0 = 1;
inline constexpr PortSet port_a1 = 2;
inline constexpr PortSet port_b0 = 4;
inline constexpr PortSet port_b1 = 8;
inline constexpr PortSet any_port = 15;

inline Core sample_core() {
  Core core;
  for (const char *name : {"A0", "A1", "B0", "B1"})
    core.ports.push_back({name, PortKind::execution});
  core.dispatch_width.value = 4;
  core.reorder_buffer = SourcedCycles{64, {}};
  core.schedulers.push_back({"A", port_a0 | port_a1, 16, 0, false, false, false, 4, 0, {}});
  core.schedulers.push_back({"B", port_b0 | port_b1, 16, 0, false, false, false, 4, 0, {}});
  return core;
}

/// Each uop a macro-op of its own.
inline SimulatedProgram program_of(std::vector<SimulatedUop> uops) {
  SimulatedProgram program;
  for (int u = 0; u < static_cast<int>(uops.size()); ++u) {
    program.macro_ops.push_back({u, 1, ticks_per_cycle});
    uops[static_cast<std::size_t>(u)].instruction = u;
  }
  program.uops = std::move(uops);
  return program;
}

inline SimulatedUop uop_on(PortSet ports, std::vector<UopInput> inputs = {}, int busy_cycles = 1) {
  SimulatedUop uop;
  uop.ports = ports;
  uop.busy_ticks = busy_cycles * ticks_per_cycle;
  uop.inputs = std::move(inputs);
  return uop;
}

} // namespace osaca::test
