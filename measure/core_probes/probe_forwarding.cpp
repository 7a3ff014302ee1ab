// A store and a load of what it wrote, in a chain: what is loaded is stored again. The address is in two registers, so
// that no core takes the load for one of the same place before it has executed it (see the probe `renaming`).
#include "measure/core_probes/forwarding_cases.h"
#include "measure/core_probes/probe.h"
#include "measure/core_probes/round_trip.h"

#include <map>

namespace osaca::measure::core_probes {
namespace {

constexpr double much_longer = 1.5; // than the plain case of the same store

std::string what_happens(const ForwardingCase &pair, double cycles, double plain) {
  std::string text = "chain of the store and the load";
  if (pair.changes_kind())
    text += split_note;
  if (plain > 0)
    text += cycles > much_longer * plain ? ": not forwarded, it waits until the store is in the cache"
                                         : ": forwarded from the store queue";
  return text;
}

} // namespace

std::vector<Finding> probe_forwarding(Bench &bench) {
  std::vector<Finding> found;
  std::map<int, double> plain; // by width: from and to the same
  Evidence trips(bench);
  const auto half = half_round_trip(trips);
  for (const ForwardingCase &pair : forwarding_cases())
    if (pair.store.bytes == pair.load.bytes && pair.offset == 0 && !pair.crosses_line) {
      Evidence evidence(bench);
      const ForwardingCode code = code_of(pair);
      plain[pair.store.bytes] = evidence.time(straight(code.chain, code.before)).value_or(0);
    }
  for (const ForwardingCase &pair : forwarding_cases()) {
    Evidence evidence(bench);
    const ForwardingCode code = code_of(pair);
    const auto chain = evidence.time(straight(code.chain, code.before));
    if (!chain || (pair.changes_kind() && !half)) {
      found.push_back(evidence.untold(name_of(pair), "cycles", ""));
      continue;
    }
    const double cycles = *chain - (pair.changes_kind() ? *half : 0);
    const Finding told =
        evidence.told(name_of(pair), "cycles", cycles, what_happens(pair, cycles, plain[pair.store.bytes]));
    const bool models_speak = !pair.crosses_line && !pair.changes_kind() && pair.offset == 0;
    const Aspect aspect = !models_speak         ? Aspect::none
                          : pair.is_contained() ? Aspect::forward_cycles
                                                : Aspect::failed_forward_cycles;
    found.push_back(about(told, aspect, code.store + "; " + code.load));
  }
  return found;
}

} // namespace osaca::measure::core_probes
