#include "measure/ports/ports_file.h"

#include "base/format.h"
#include "base/index.h"
#include "measure/file/number_text.h"
#include "measure/ports/pipe_sets.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace osaca::measure {
namespace {

constexpr double off = 0.1;

/// An address that is only computed is a move if nothing is added.
bool adds_something(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const MemoryOperand *memory = as_memory(operand);
    return memory != nullptr && (memory->index || memory->displacement != 0);
  });
}

/// Moves between registers that the core eliminates at rename.
bool is_eliminated_move(const MachineModel &model, const Instruction &instruction) {
  if (instruction.loads || instruction.stores || adds_something(instruction))
    return false;
  const RuleMatches matches = model.rule_matches(instruction.opcode);
  const std::vector<IdiomRule> &idioms = model.core().idioms;
  for (std::size_t i = 0; i < idioms.size(); ++i)
    if (((matches.idioms >> i) & 1) != 0 && idioms[i].kind == IdiomRule::Kind::move && idioms[i].eliminated)
      return true;
  return false;
}

std::vector<PipeDemand> demands_of(const Cost &cost) {
  std::vector<PipeDemand> made;
  for (const PortDemand &one : cost.demands)
    made.push_back({one.ports, one.cycles.to_double()});
  return made;
}

class Checker {
public:
  Checker(const PortMap &map, const std::vector<const Instruction *> &examples, const MachineModel &model)
      : map_(map), model_(model), costs_(examples.size()) {
    constexpr int no_compiler = -1;
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (examples[i] == nullptr)
        continue;
      costs_[i] = cost_of(model, *examples[i], no_compiler);
      if (costs_[i] && is_eliminated_move(model, *examples[i]))
        costs_[i]->demands.clear();
    }
  }

  PortModelCheck run(const MixLog &log) {
    made_.model_name = model_.name();
    name_pipes();
    for (std::size_t i = 0; i < map_.forms.size(); ++i)
      if (map_.forms[i].kind != FormUsage::Kind::unknown)
        made_.forms.push_back(check(i));
    for (const auto &[mix, figure] : log.all())
      if (figure.is_reliable && !mix.empty())
        compare(mix, figure.cycles);
    made_.mean_error = made_.mixes > 0 ? made_.mean_error / made_.mixes : 0;
    return std::move(made_);
  }

private:
  void name_pipes() {
    std::vector<UsagePair> pairs;
    for (std::size_t i = 0; i < map_.forms.size(); ++i)
      if (map_.forms[i].kind == FormUsage::Kind::uops && costs_[i])
        pairs.push_back({map_.forms[i].demands, demands_of(*costs_[i])});
    ports_ = best_naming(pairs, map_.pipes, static_cast<int>(model_.core().ports.size()));
    for (const int port : ports_)
      made_.port_of_pipe.push_back(port < 0 ? "" : model_.core().ports[at(port)].name);
  }

  [[nodiscard]] std::string text_of(const std::vector<PipeDemand> &demands) const {
    std::string text;
    for (const PipeDemand &one : demands) {
      text += text.empty() ? "" : " + ";
      if (one.cycles != 1)
        text += decimal(one.cycles, one.cycles == std::round(one.cycles) ? 0 : 2) + "*";
      std::string set;
      for (int port = 0; port < most_pipes; ++port)
        if (((one.pipes >> port) & 1U) != 0)
          set +=
              (set.empty() ? "" : "|") +
              (static_cast<std::size_t>(port) < model_.core().ports.size() ? model_.core().ports[at(port)].name : "?");
      text += set;
    }
    return text.empty() ? "none" : text;
  }

  [[nodiscard]] FormCheck check(std::size_t form) const {
    FormCheck made;
    made.form = static_cast<int>(form);
    const FormUsage &usage = map_.forms[form];
    const std::vector<PipeDemand> measured = renamed(usage.demands, ports_);
    made.measured = text_of(measured);
    if (usage.unit >= 0)
      made.measured += format_text(" + {}*unit {}", decimal(usage.unit_cycles, 1), usage.unit);
    if (!costs_[form])
      return made;
    made.is_known = true;
    std::vector<PipeDemand> model = demands_of(*costs_[form]);
    made.model = text_of(model);
    // The model represents a unit that is busy for long by an additional port.
    if (usage.unit >= 0)
      std::erase_if(model, [&](const PipeDemand &one) {
        return std::popcount(one.pipes) == 1 && std::abs(one.cycles - usage.unit_cycles) <= off * usage.unit_cycles;
      });
    made.agrees = same_demands(measured, model);
    return made;
  }

  void compare(const Mix &mix, double measured) {
    std::vector<PipeDemand> demands;
    double slots = 0;
    for (const MixItem &item : mix) {
      const auto &cost = costs_[at(item.form)];
      if (!cost)
        return;
      slots += cost->dispatch_slots.to_double() * item.copies;
      for (const PipeDemand &one : demands_of(*cost))
        demands.push_back({one.pipes, one.cycles * item.copies});
    }
    const double width = model_.core().dispatch_width.value.to_double();
    const double predicted = std::max(port_bound(std::move(demands)), width > 0 ? slots / width : 0);
    if (predicted <= 0)
      return;
    const double error = std::abs(measured - predicted) / measured;
    ++made_.mixes;
    made_.mean_error += error;
    made_.worst_error = std::max(made_.worst_error, error);
    for (const MixItem &item : mix)
      for (FormCheck &one : made_.forms)
        if (one.form == item.form) {
          ++one.mixes;
          one.mixes_off += error > off ? 1 : 0;
          const double ratio = measured / predicted;
          if (std::abs(std::log(ratio)) > std::abs(std::log(one.worst_ratio)))
            one.worst_ratio = ratio;
        }
  }

  const PortMap &map_;
  const MachineModel &model_;
  std::vector<std::optional<Cost>> costs_;
  std::vector<int> ports_;
  PortModelCheck made_;
};

} // namespace

PortModelCheck check_against_model(const PortMap &map, const MixLog &log,
                                   const std::vector<const Instruction *> &examples, const MachineModel &model) {
  return Checker(map, examples, model).run(log);
}

} // namespace osaca::measure
