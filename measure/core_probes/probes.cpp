#include "measure/core_probes/probe.h"

#include <array>

namespace osaca::measure::core_probes {

std::span<const Probe> all_probes() {
  static constexpr std::array<Probe, 25> probes = {{
      {"dispatch", "how many operations are dispatched in a cycle", probe_dispatch},
      {"window", "reorder buffer and register files", probe_window},
      {"schedulers", "schedulers, load and store queue", probe_schedulers},
      {"loads", "latency of loads by form of address and kind of register", probe_loads},
      {"accesses", "loads and stores per cycle, side by side and across lines", probe_accesses},
      {"banks", "places in a line that loads compete for, and what an index costs", probe_banks},
      {"splits", "where in a cycle operations stand that an index splits", probe_splits},
      {"unfused", "operations that are a macro-op of their own beside their load", probe_unfused},
      {"additions", "additions of constants and of addresses, done at rename or executed", probe_additions},
      {"forwarding", "from a store to a load, by widths, offset and crossing of lines", probe_forwarding},
      {"renaming", "loads that get the register of the store before them", probe_renaming},
      {"moves", "moves between registers that need no execution", probe_moves},
      {"idioms", "instructions whose result does not depend on what they read", probe_idioms},
      {"fusion", "pairs of an operation and a jump that are one", probe_fusion},
      {"branches", "jumps, taken and not taken", probe_branches},
      {"op_cache", "how many decoded instructions are kept", probe_op_cache},
      {"code_size", "throughput by length of instructions", probe_code_size},
      {"dense_code", "code of many short instructions", probe_dense_code},
      {"wide_vectors", "pipes that operations on wide vectors close to others", probe_wide_vectors},
      {"conditions", "what conditions of flags cost", probe_conditions},
      {"high_bytes", "reads of the second byte of registers", probe_high_bytes},
      {"binding", "whether operations are bound to a pipe before one is free", probe_binding},
      {"loads_that_extend", "loads that widen or repeat, done by the load unit or behind it", probe_loads_that_extend},
      {"access_groups", "address units that are given by place, not by what is free", probe_access_groups},
      {"bypasses", "vector operations that hand over values late to others", probe_bypasses},
  }};
  return probes;
}

} // namespace osaca::measure::core_probes
