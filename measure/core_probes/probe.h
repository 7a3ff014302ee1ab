// A probe: one question about the core, answered by timings of code of its own.
#pragma once

#include "measure/core_probes/bench.h"
#include "measure/core_probes/finding.h"

#include <functional>
#include <span>
#include <string_view>

namespace osaca::measure::core_probes {

struct Probe {
  std::string_view name;  ///< "window"; the names of its findings begin with it
  std::string_view about; ///< one line
  std::vector<Finding> (*run)(Bench &bench);
};

/// In the order in which they are reported.
[[nodiscard]] std::span<const Probe> all_probes();

[[nodiscard]] std::vector<Finding> probe_dispatch(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_window(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_schedulers(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_loads(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_accesses(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_banks(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_splits(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_unfused(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_additions(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_forwarding(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_renaming(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_moves(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_idioms(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_fusion(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_branches(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_op_cache(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_code_size(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_dense_code(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_wide_vectors(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_conditions(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_high_bytes(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_binding(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_loads_that_extend(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_bypasses(Bench &bench);
[[nodiscard]] std::vector<Finding> probe_access_groups(Bench &bench);

} // namespace osaca::measure::core_probes
