#include "measure/compose/port_sets.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace osaca::measure::compose {

template <class Fits> PortSet KnownPortSets::most_common(int size, Fits &&fits) const {
  PortSet best = 0;
  int most = 0;
  for (const auto &[set, count] : forms_)
    if (std::popcount(set) == size && fits(set) && count > most) {
      best = set;
      most = count;
    }
  return best;
}

PortSet KnownPortSets::similar(PortSet ports, int size, PortSet without) const {
  return most_common(size, [ports, without](PortSet set) {
    return (set & without) == 0 && ((set & ports) == set || (set & ports) == ports);
  });
}

PortSet KnownPortSets::narrower(PortSet ports, int size) const {
  if (size >= std::popcount(ports))
    return ports;
  const PortSet best = most_common(size, [ports](PortSet set) { return (set & ~ports) == 0; });
  return best != 0 ? best : ports;
}

PortSet KnownPortSets::widest() const {
  const auto wider = [](const auto &a, const auto &b) { return std::popcount(a.first) < std::popcount(b.first); };
  const auto found = std::ranges::max_element(forms_, wider);
  return found == forms_.end() ? 0 : found->first;
}

bool is_one_uop(const std::vector<PortDemand> &demands) {
  return demands.size() == 1 && demands.front().cycles == Cycles(1);
}

bool is_vector_form(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr && (reg->kind == RegisterKind::vector || reg->kind == RegisterKind::register_stack);
  });
}

Cycles hundredths(double cycles) { return Cycles(std::max<std::int64_t>(std::llround(cycles * 100), 1), 100); }

} // namespace osaca::measure::compose
