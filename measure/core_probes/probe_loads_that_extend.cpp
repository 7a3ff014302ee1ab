// Loads that widen what they read or repeat it: done by the load unit, or by an execution pipe behind it.
#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/pipe_test.h"
#include "measure/core_probes/probe.h"

#include <array>

namespace osaca::measure::core_probes {
namespace {

struct ExtendingLoad {
  const char *name;
  const char *text; ///< R: a register of the set
  RegisterSet set;
};

constexpr std::array<ExtendingLoad, 16> extending_loads = {{
    {"movzbl", "movzbl 64(%rsi), R", RegisterSet::general32},
    {"movzwl", "movzwl 64(%rsi), R", RegisterSet::general32},
    {"movsbl", "movsbl 64(%rsi), R", RegisterSet::general32},
    {"movsbq", "movsbq 64(%rsi), R", RegisterSet::general64},
    {"movswl", "movswl 64(%rsi), R", RegisterSet::general32},
    {"movslq", "movslq 64(%rsi), R", RegisterSet::general64},
    {"vmovddup", "vmovddup 64(%rsi), R", RegisterSet::xmm},
    {"vbroadcastss_xmm", "vbroadcastss 64(%rsi), R", RegisterSet::xmm},
    {"vbroadcastss_ymm", "vbroadcastss 64(%rsi), R", RegisterSet::ymm},
    {"vbroadcastsd_ymm", "vbroadcastsd 64(%rsi), R", RegisterSet::ymm},
    {"vpbroadcastd_ymm", "vpbroadcastd 64(%rsi), R", RegisterSet::ymm},
    {"vpbroadcastb_ymm", "vpbroadcastb 64(%rsi), R", RegisterSet::ymm},
    {"vbroadcastf128", "vbroadcastf128 64(%rsi), R", RegisterSet::ymm},
    {"vpmovzxbd_xmm", "vpmovzxbd 64(%rsi), R", RegisterSet::xmm},
    {"vpmovzxbd_ymm", "vpmovzxbd 64(%rsi), R", RegisterSet::ymm},
    {"vbroadcastss_zmm", "vbroadcastss 64(%rsi), R", RegisterSet::zmm},
}};

/// While nobody else is on the core.
PipeAnswer calm_answer(Evidence &evidence, CalmTiming &timing, const ExtendingLoad &load) {
  constexpr int attempts = 6;
  for (int i = 0; i < attempts; ++i) {
    const bool before = timing.is_calm();
    PipeAnswer answer = test_pipes(evidence, load.text, load.set, timing.slot_cycles());
    if (!evidence.problem().empty() || (before && timing.is_calm()))
      return answer;
  }
  return {std::nullopt, crowded_note};
}

} // namespace

std::vector<Finding> probe_loads_that_extend(Bench &bench) {
  Evidence nops(bench);
  CalmTiming timing(nops);
  std::vector<Finding> found;
  for (const ExtendingLoad &load : extending_loads) {
    const std::string name = std::string("loads_that_extend.") + load.name + ".needs_pipe";
    Evidence evidence(bench);
    const PipeAnswer answer = calm_answer(evidence, timing, load);
    Finding one = answer.needs_units ? evidence.told(name, *answer.needs_units, answer.text)
                                     : evidence.untold(name, yes_or_no, answer.text);
    found.push_back(about(std::move(one), Aspect::none, with_registers(load.text, load.set, 0)));
  }
  return found;
}

} // namespace osaca::measure::core_probes
