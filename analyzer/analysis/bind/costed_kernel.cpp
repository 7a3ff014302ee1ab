#include "analysis/bind/costed_kernel.h"

#include "analysis/bind/library_calls.h"
#include "analysis/bind/port_demands.h"
#include "base/index.h"

#include <algorithm>
#include <bit>
#include <ranges>
#include <set>
#include <span>
#include <string_view>

namespace osaca {

namespace {

std::span<const std::uint16_t> units_of(const CostedInstruction &of, const CostedOperand &operand) {
  return std::span(of.units).subspan(operand.reg.first_unit, operand.reg.unit_count);
}

/// The register that is the first operand, if it is written.
std::optional<std::span<const std::uint16_t>> result_of(const CostedInstruction &first) {
  if (first.operands.empty() || first.operands[0].shape != CostedOperand::Shape::reg || !first.operands[0].written)
    return std::nullopt;
  return units_of(first, first.operands[0]);
}

/// Whether the second instruction reads and writes only the register that is the first operand of the first.
bool changes_in_place(const CostedInstruction &first, const CostedInstruction &second) {
  const auto result = result_of(first);
  return result && std::ranges::all_of(second.operands, [&](const CostedOperand &operand) {
           return operand.shape != CostedOperand::Shape::reg || std::ranges::equal(units_of(second, operand), *result);
         });
}

/// Whether the second instruction writes that register, and no other operand of it is that register.
bool changes_result(const CostedInstruction &first, const CostedInstruction &second) {
  const auto result = result_of(first);
  const auto is_result = [&](const CostedOperand &operand) {
    return operand.shape == CostedOperand::Shape::reg && !operand.implicit &&
           std::ranges::equal(units_of(second, operand), *result);
  };
  return result && std::ranges::count_if(second.operands, is_result) == 1 &&
         std::ranges::any_of(second.operands,
                             [&](const CostedOperand &operand) { return operand.written && is_result(operand); });
}

/// Returns false if they are not fused.
bool fuse(const std::vector<FusionRule> &rules, PlacedInstruction &first, PlacedInstruction &second) {
  const std::uint64_t fitting = first.costed->fusion_first & second.costed->fusion_second;
  if (fitting == 0)
    return false;
  const int fusion = std::countr_zero(fitting);
  const FusionRule &rule = rules[at(fusion)];
  if (rule.same_register && !changes_in_place(*first.costed, *second.costed))
    return false;
  if (rule.same_destination && !changes_result(*first.costed, *second.costed))
    return false;
  first.fused_with_next = true;
  first.fusion_rule = static_cast<std::uint8_t>(fusion);
  second.takes_no_time = rule.same_register;
  first.shares_slot_with_next = !first.costed->loads || !rule.load_takes_slot;
  return true;
}

void find_fused_pairs(const std::vector<FusionRule> &rules, WayBack way_back,
                      std::vector<PlacedInstruction> &instructions) {
  const std::size_t count = instructions.size();
  for (std::size_t i = 0; i + 1 < count; ++i)
    if (fuse(rules, instructions[i], instructions[i + 1]))
      ++i; // a macro-op contains at most two instructions
  if (way_back != WayBack::at_end && count > 1 && !instructions[count - 2].fused_with_next &&
      !instructions.front().fused_with_next)
    fuse(rules, instructions.back(), instructions.front());
}

/// The last instruction of an iteration is followed by the next iteration. A prefix (`lock`) is an instruction of its
/// own before the operation that it applies to.
void mark_waits_for_stores(std::vector<PlacedInstruction> &instructions) {
  bool has_stored = false;
  bool is_prefixed = false;
  for (int round = 0; round < 2; ++round)
    for (PlacedInstruction &placed : instructions) {
      if (placed.costed->drains_stores) {
        placed.waits_for_stores = has_stored;
        has_stored = false;
      } else {
        has_stored |= placed.costed->stores && !is_prefixed;
      }
      is_prefixed = placed.costed->drains_stores && !placed.costed->stores;
    }
}

} // namespace

bool CostedKernel::is_straight_line() const {
  return region == RegionKind::block ||
         (way_back == WayBack::none && std::ranges::none_of(instructions, [](const PlacedInstruction &placed) {
            return placed.costed->changes_flow;
          }));
}

bool CostedKernel::has_unknown_call() const {
  return std::ranges::any_of(instructions,
                             [](const PlacedInstruction &placed) { return placed.costed->is_unknown_call; });
}

bool CostedKernel::has_all_figures() const {
  return follows_register_stack && !has_unknown_call() &&
         std::ranges::none_of(instructions, [](const PlacedInstruction &placed) { return placed.costed->unknown; });
}

CostedKernel place(const MachineModel &model, RegionKind region, WayBack way_back,
                   std::vector<std::shared_ptr<const CostedInstruction>> instructions) {
  CostedKernel kernel{model, region, way_back, {}, 0, follow_register_stack(instructions), {}};
  kernel.instructions.resize(instructions.size());
  for (std::size_t i = 0; i < instructions.size(); ++i)
    kernel.instructions[i].costed = std::move(instructions[i]);
  kernel.closed_ports = closed_ports(kernel);
  find_fused_pairs(model.core().fusion, way_back, kernel.instructions);
  if (model.core().stack_sync)
    mark_stack_syncs(kernel.instructions);
  if (model.core().high_byte_merge) {
    kernel.merges = merges_of(kernel.instructions);
    for (const RegisterMerge &merge : kernel.merges)
      ++kernel.instructions[at(merge.instruction)].merged_registers;
  }
  if (model.core().store_drain)
    mark_waits_for_stores(kernel.instructions);
  const PortSet load_ports = model.core().ports_of_kind(PortKind::load);
  kernel.demands.reserve(3 * instructions.size());
  for (PlacedInstruction &placed : kernel.instructions)
    add_demands(kernel, placed, load_ports);
  return kernel;
}

namespace {

int further_calls(const std::vector<KernelCall> &calls) {
  int followed = 0;
  std::set<std::string_view> callees;
  for (const KernelCall &call : calls)
    if (call.status == CallStatus::followed) {
      ++followed;
      callees.insert(call.callee);
    }
  return followed - static_cast<int>(callees.size());
}

} // namespace

CostedKernel bind(const Kernel &kernel, FormCosts &costs) {
  std::vector<std::shared_ptr<const CostedInstruction>> costed;
  costed.reserve(kernel.instructions.size());
  for (const Instruction &instruction : kernel.instructions)
    costed.push_back(bind_instruction(costs, costs.form_of(instruction), instruction));
  bind_library_calls(kernel, costs, costed);
  CostedKernel made = place(costs.model(), kernel.region, kernel.way_back, std::move(costed));
  made.place = kernel.place;
  made.further_calls = further_calls(kernel.calls);
  return made;
}

CostedKernel bind(const Kernel &kernel, const MachineModel &model, int compiler_index) {
  FormCosts costs(model, compiler_index);
  return bind(kernel, costs);
}

void mark_stack_syncs(std::span<PlacedInstruction> instructions) {
  bool is_behind = false;
  for (int round = 0; round < 2; ++round) // the second round starts with the state at the end of an iteration
    for (PlacedInstruction &placed : instructions) {
      placed.needs_stack_sync = is_behind && placed.costed->stack_pointer_source >= 0;
      if (placed.needs_stack_sync || placed.costed->sets_stack_pointer)
        is_behind = false;
      if (placed.costed->pushes_or_pops)
        is_behind = true;
    }
}

namespace {

/// Follows which high bytes were written apart from the rest of their registers.
class HighBytes {
public:
  /// Appends to `merges` what the instruction needs, if it is not null.
  void pass(int number, const CostedInstruction &costed, std::vector<RegisterMerge> *merges) {
    const auto use = [&](const CostedRegister &reg, bool is_read) {
      if (join(costed, reg) && is_read && merges != nullptr)
        merges->push_back({number, reg});
    };
    for (const CostedAddress &address : costed.addresses) {
      if (address.base)
        use(*address.base, true);
      if (address.index)
        use(*address.index, true);
    }
    for (const CostedOperand &operand : costed.operands)
      if (operand.shape == CostedOperand::Shape::reg && operand.read)
        use(operand.reg, !costed.breaks_dependency);
    for (const CostedOperand &operand : costed.operands)
      if (operand.shape == CostedOperand::Shape::reg && operand.written) {
        use(operand.reg, false);
        if (operand.reg.is_high_byte)
          apart_.insert(costed.units[operand.reg.first_unit]);
      }
  }

private:
  /// Whether the high byte of the register was apart. Only a use of more than a byte joins it.
  bool join(const CostedInstruction &costed, const CostedRegister &reg) {
    if (reg.kind != RegisterKind::gpr || reg.width_bits <= 8)
      return false;
    bool was_apart = false;
    for (const std::uint16_t unit : std::span(costed.units).subspan(reg.first_unit, reg.unit_count))
      was_apart |= apart_.erase(unit) > 0;
    return was_apart;
  }

  std::set<std::uint16_t> apart_; ///< units of these high bytes
};

} // namespace

std::vector<RegisterMerge> merges_of(std::span<const PlacedInstruction> instructions) {
  HighBytes bytes;
  for (const PlacedInstruction &placed : instructions) // leaves the state at the end of an iteration
    bytes.pass(0, *placed.costed, nullptr);
  std::vector<RegisterMerge> merges;
  for (std::size_t i = 0; i < instructions.size(); ++i)
    bytes.pass(static_cast<int>(i), *instructions[i].costed, &merges);
  return merges;
}

Cycles merging_cycles(const CostedKernel &kernel, int instruction, const CostedRegister &reg) {
  const bool is_merged = std::ranges::any_of(kernel.merges, [&](const RegisterMerge &merge) {
    const std::vector<std::uint16_t> &units = kernel.instructions[at(instruction)].costed->units;
    return merge.instruction == instruction && reg.unit_count > 0 &&
           units[merge.reg.first_unit] == units[reg.first_unit];
  });
  return is_merged ? kernel.model.core().high_byte_merge->latency_cycles : Cycles(0);
}

namespace {

constexpr int places = 8;

/// The position of the top relative to the beginning of the iteration; empty: not known.
std::optional<int> shift_of(const std::vector<std::shared_ptr<const CostedInstruction>> &instructions) {
  int shift = 0;
  for (const auto &instruction : instructions)
    if (const auto &use = instruction->register_stack) {
      if (use->is_lost)
        return std::nullopt;
      shift += use->pops;
    }
  return shift;
}

/// A copy of the instruction for a given position of the top.
std::shared_ptr<const CostedInstruction> placed_at(const CostedInstruction &instruction, int top) {
  auto placed = std::make_shared<CostedInstruction>(instruction);
  for (const CostedOperand &operand : placed->operands)
    if (operand.shape == CostedOperand::Shape::reg && operand.reg.kind == RegisterKind::register_stack) {
      std::uint16_t &unit = placed->units[operand.reg.first_unit];
      const int place = ((unit + top) % places + places) % places;
      unit = static_cast<std::uint16_t>(unit - unit % places + place);
      placed->largest_unit = std::max(placed->largest_unit, unit);
    }
  return placed;
}

std::shared_ptr<const CostedInstruction> without_places(const CostedInstruction &instruction) {
  auto placed = std::make_shared<CostedInstruction>(instruction);
  for (CostedOperand &operand : placed->operands)
    if (operand.shape == CostedOperand::Shape::reg && operand.reg.kind == RegisterKind::register_stack)
      operand.reg.unit_count = 0;
  return placed;
}

} // namespace

bool follow_register_stack(std::vector<std::shared_ptr<const CostedInstruction>> &instructions) {
  const bool is_followed = shift_of(instructions) == 0;
  int top = 0;
  for (auto &instruction : instructions) {
    if (!instruction->register_stack)
      continue;
    const int pops = instruction->register_stack->pops;
    instruction = is_followed ? placed_at(*instruction, top) : without_places(*instruction);
    top = (top + pops) % places;
  }
  return is_followed;
}

void AddedDemands::insert_into(CostedKernel &kernel) && {
  if (all_.empty())
    return;
  const auto is_before = [](const auto &a, const auto &b) { return a.first < b.first; };
  if (!std::ranges::is_sorted(all_, is_before))
    std::ranges::stable_sort(all_, is_before);
  std::vector<PortDemand> demands;
  demands.reserve(kernel.demands.size() + all_.size());
  auto next = all_.begin();
  for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
    PlacedInstruction &placed = kernel.instructions[i];
    const auto first = static_cast<std::uint32_t>(demands.size());
    for (const PortDemand &own : kernel.demands_of(i))
      demands.push_back(own);
    for (; next != all_.end() && at(next->first) == i; ++next)
      demands.push_back(next->second);
    placed.first_demand = first;
    placed.end_demand = static_cast<std::uint32_t>(demands.size());
  }
  kernel.demands = std::move(demands);
}

} // namespace osaca
