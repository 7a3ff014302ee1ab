#include "analysis/bounds/mispredictions.h"

#include "analysis/bounds/critical_path.h"
#include "base/index.h"

#include <algorithm>

namespace osaca {
namespace {

class Waits {
public:
  Waits(const Kernel &kernel, const PreparedKernel &prepared)
      : kernel_(kernel), costed_(prepared.kernel), graph_(prepared.graph), ready_(ready_cycles(prepared.graph)) {}

  std::vector<std::optional<Cycles>> find() {
    std::vector<std::optional<Cycles>> waits(kernel_.instructions.size());
    for (std::size_t i = 0; i < waits.size(); ++i)
      if (kernel_.instructions[i].is_conditional)
        waits[i] = executed(i);
    return waits;
  }

private:
  /// What the branch reads, and then its own cycle, which it shares with an instruction that it is fused with.
  Cycles executed(std::size_t branch) {
    const bool is_fused = branch > 0 && costed_.instructions[branch - 1].fused_with_next;
    Cycles wait = is_fused ? ready(branch - 1) : Cycles(0);
    const CostedInstruction &costed = *costed_.instructions[branch].costed;
    for (const CostedOperand &operand : costed.operands)
      if (operand.read && operand.shape == CostedOperand::Shape::reg)
        wait = std::max(wait, written_before(branch, costed, operand.reg));
    return is_fused ? wait : wait + Cycles(1);
  }

  /// 0: not in this iteration.
  Cycles written_before(std::size_t branch, const CostedInstruction &reader, const CostedRegister &reg) {
    for (std::size_t i = branch; i-- > 0;)
      for (const CostedOperand &operand : costed_.instructions[i].costed->operands)
        if (operand.written && operand.shape == CostedOperand::Shape::reg &&
            overlap(*costed_.instructions[i].costed, operand.reg, reader, reg))
          return ready(i);
    return 0;
  }

  static bool overlap(const CostedInstruction &a, const CostedRegister &of_a, const CostedInstruction &b,
                      const CostedRegister &of_b) {
    const auto first = a.units.begin() + of_a.first_unit;
    const auto other = b.units.begin() + of_b.first_unit;
    return std::find_first_of(first, first + of_a.unit_count, other, other + of_b.unit_count) !=
           first + of_a.unit_count;
  }

  /// The last of its values.
  Cycles ready(std::size_t instruction) {
    Cycles last = 0;
    for (const NodeIndex n : graph_.nodes.indices())
      if (at(graph_.nodes[n].instruction) == instruction && graph_.nodes[n].kind == ValueKind::result)
        last = std::max(last, ready_[n]);
    return last;
  }

  const Kernel &kernel_;
  const CostedKernel &costed_;
  const DependencyGraph &graph_;
  const Indexed<ValueNode, Cycles> ready_;
};

} // namespace

std::vector<std::optional<Cycles>> branch_waits(const Kernel &kernel, const PreparedKernel &prepared) {
  return Waits(kernel, prepared).find();
}

std::optional<Mispredictions> mispredictions(const Kernel &kernel, const PreparedKernel &prepared,
                                             std::optional<double> told_rate) {
  if (!told_rate && kernel.frequency.source != LoopFrequency::Source::profile)
    return std::nullopt;
  Mispredictions found;
  found.teller = told_rate ? Mispredictions::Teller::user : Mispredictions::Teller::profile;
  const std::optional<SourcedCycles> &restart = prepared.kernel.model.core().misprediction_cycles;
  const std::vector<std::optional<Cycles>> waits = branch_waits(kernel, prepared);
  double cycles = 0;
  for (std::size_t i = 0; i < waits.size(); ++i) {
    if (!waits[i] || kernel.instructions[i].is_of_inner_loop) // those are told of the loops inside
      continue;
    const std::optional<double> &taken = kernel.instructions[i].taken_probability;
    if (!told_rate && !taken)
      return std::nullopt;
    const double often = told_rate ? *told_rate : std::min(*taken, 1 - *taken);
    ++found.branches;
    found.per_iteration += often;
    if (restart)
      cycles += often * (restart->value + *waits[i]).to_double();
  }
  if (found.branches == 0)
    return std::nullopt;
  found.rate = found.per_iteration / found.branches;
  if (restart)
    found.cycles_each = found.per_iteration > 0 ? cycles / found.per_iteration : restart->value.to_double();
  return found;
}

} // namespace osaca
