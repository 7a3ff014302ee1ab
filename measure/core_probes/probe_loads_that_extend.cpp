// Loads that widen what they read or repeat it: done by the load unit, or by an execution pipe behind it.
#include "measure/core_probes/calm_timing.h"
#include "measure/core_probes/evidence.h"
#include "measure/core_probes/pipe_test.h"
#include "measure/core_probes/probe.h"
#include "measure/harness/benchmark.h"

#include <array>

namespace osaca::measure::core_probes {
namespace {

struct ExtendingLoad {
  const char *name;
  const char *text; ///< R: a register of the set, D: a displacement
  RegisterSet set;
};

constexpr std::array<ExtendingLoad, 16> extending_loads = {{
    {"movzbl", "movzbl D(%rsi), R", RegisterSet::general32},
    {"movzwl", "movzwl D(%rsi), R", RegisterSet::general32},
    {"movsbl", "movsbl D(%rsi), R", RegisterSet::general32},
    {"movsbq", "movsbq D(%rsi), R", RegisterSet::general64},
    {"movswl", "movswl D(%rsi), R", RegisterSet::general32},
    {"movslq", "movslq D(%rsi), R", RegisterSet::general64},
    {"vmovddup", "vmovddup D(%rsi), R", RegisterSet::xmm},
    {"vbroadcastss_xmm", "vbroadcastss D(%rsi), R", RegisterSet::xmm},
    {"vbroadcastss_ymm", "vbroadcastss D(%rsi), R", RegisterSet::ymm},
    {"vbroadcastsd_ymm", "vbroadcastsd D(%rsi), R", RegisterSet::ymm},
    {"vpbroadcastd_ymm", "vpbroadcastd D(%rsi), R", RegisterSet::ymm},
    {"vpbroadcastb_ymm", "vpbroadcastb D(%rsi), R", RegisterSet::ymm},
    {"vbroadcastf128", "vbroadcastf128 D(%rsi), R", RegisterSet::ymm},
    {"vpmovzxbd_xmm", "vpmovzxbd D(%rsi), R", RegisterSet::xmm},
    {"vpmovzxbd_ymm", "vpmovzxbd D(%rsi), R", RegisterSet::ymm},
    {"vbroadcastss_zmm", "vbroadcastss D(%rsi), R", RegisterSet::zmm},
}};

/// From places that lie in different lines and banks: two keep no load unit waiting.
std::vector<std::string> two_loads_of(const ExtendingLoad &load) {
  return {with_registers(replaced(load.text, "D", "64"), load.set, 0),
          with_registers(replaced(load.text, "D", "152"), load.set, 1)};
}

} // namespace

std::vector<Finding> probe_loads_that_extend(Bench &bench) {
  Evidence nops(bench);
  CalmTiming timing(nops);
  std::vector<Finding> found;
  for (const ExtendingLoad &load : extending_loads) {
    const std::string name = std::string("loads_that_extend.") + load.name + ".needs_pipe";
    Evidence evidence(bench);
    const PipeAnswer answer = test_pipes(evidence, timing, two_loads_of(load), load.set);
    Finding one = answer.needs_units ? evidence.told(name, *answer.needs_units, answer.text)
                                     : evidence.untold(name, yes_or_no, answer.text);
    found.push_back(about(std::move(one), Aspect::none, two_loads_of(load).front()));
  }
  return found;
}

} // namespace osaca::measure::core_probes
