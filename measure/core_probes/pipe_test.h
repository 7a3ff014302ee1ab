// Whether instructions need an execution unit that others keep busy.
#pragma once

#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/evidence.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

/// Registers of one kind, as they are written in assembly.
enum class RegisterSet { general64, general32, general16, general8, xmm, ymm, zmm, mask };

/// Template with R (and S, a second one): the n-th register of the set in its place. The first eight of a set are for
/// what is tested, others for what keeps the units busy.
[[nodiscard]] std::string with_registers(const std::string &text, RegisterSet set, int n);

struct PipeTimes {
  double busy = 0;     ///< instructions that fill the units, alone
  double together = 0; ///< with those under test in between
  int busy_count = 0;
  int tested_count = 0;
  double slot_cycles = 0; ///< dispatch of one instruction
};

/// Yes: the time grows as if each took its share of the units; no: not beyond what dispatch takes. Empty: in between,
/// or dispatch takes so long that both look the same.
[[nodiscard]] std::optional<bool> needs_units(const PipeTimes &times);

struct PipeAnswer {
  std::optional<bool> needs_units;
  std::string text; ///< the figures behind it
};
/// Of these instructions, at most eight. `evidence` is for their finding, `timing` watches the core.
[[nodiscard]] PipeAnswer test_pipes(Evidence &evidence, CalmTiming &timing, const std::vector<std::string> &tested,
                                    RegisterSet set);
/// Of four such instructions, with registers of the set.
[[nodiscard]] PipeAnswer test_pipes(Evidence &evidence, CalmTiming &timing, const std::string &tested, RegisterSet set);

} // namespace osaca::measure::core_probes
