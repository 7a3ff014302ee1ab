#include "measure/compose/core_sections.h"

#include "measure/compose/form_facts.h"
#include "measure/tables/model_figures.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

namespace osaca::measure::compose {
namespace {

/// The names of an access in the findings of probes and in the compiler's tables.
struct AccessKind {
  bool is_vector;
  int max_bits;
  const char *load_finding; ///< "loads." ...
  const char *indexed_finding;
  const char *forward_finding;
  const char *failed_finding;
  const char *rate_finding; ///< "accesses.loads_" ...
  const char *load_opcode;  ///< plain accesses of x86
  const char *store_opcode;
};

constexpr std::array<AccessKind, 7> access_kinds = {{
    {false, 8, "loads.8_bits", "", "forwarding.general_8_to_general_8", "forwarding.general_8_to_general_64", "",
     "MOVZX32rm8", "MOV8mr"},
    {false, 16, "loads.16_bits", "", "forwarding.general_16_to_general_16", "forwarding.general_16_to_general_64", "",
     "MOVZX32rm16", "MOV16mr"},
    {false, 32, "loads.32_bits", "", "forwarding.general_32_to_general_32", "forwarding.general_32_to_general_64",
     "accesses.loads_general", "MOV32rm", "MOV32mr"},
    {false, 64, "loads.base", "loads.scaled", "forwarding.general_64_to_general_64",
     "forwarding.general_64_to_general_64.at_4", "accesses.loads_general", "MOV64rm", "MOV64mr"},
    {true, 128, "loads.xmm", "loads.xmm_indexed", "forwarding.xmm_to_xmm", "forwarding.xmm_to_ymm",
     "accesses.loads_xmm", "VMOVUPSrm", "VMOVUPSmr"},
    {true, 256, "loads.ymm", "loads.ymm_indexed", "forwarding.ymm_to_ymm", "forwarding.ymm_to_zmm",
     "accesses.loads_ymm", "VMOVUPSYrm", "VMOVUPSYmr"},
    {true, 512, "loads.zmm", "loads.zmm_indexed", "forwarding.zmm_to_zmm", "forwarding.zmm_to_zmm.at_32",
     "accesses.loads_zmm", "VMOVUPSZrm", "VMOVUPSZmr"},
}};

struct AccessWidth {
  bool is_vector = false;
  int bits = 64;
};

AccessWidth width_of(const Instruction &instruction) {
  AccessWidth made;
  for (const Operand &operand : instruction.operands) {
    if (const Register *reg = as_register(operand); reg != nullptr && !operand.implicit)
      made.is_vector = made.is_vector || reg->kind == RegisterKind::vector;
    if (const MemoryOperand *memory = as_memory(operand); memory != nullptr && memory->width_bytes > 0)
      made.bits = memory->width_bytes * 8;
  }
  return made;
}

const FormFacts *form_named(const std::vector<FormFacts> &facts, std::string_view opcode) {
  const auto found = std::ranges::find_if(facts, [&](const FormFacts &form) { return form.opcode == opcode; });
  return found == facts.end() ? nullptr : &*found;
}

/// Rounded to the resolution of chains of loads and moves.
double whole_or_half(double cycles) { return static_cast<double>(static_cast<int>(cycles * 2 + 0.5)) / 2; }

/// The compiler's ports, or the first of them if the core executes fewer accesses per cycle.
std::vector<PortDemand> as_many_as(std::optional<double> per_cycle, std::vector<PortDemand> demands) {
  if (!per_cycle || demands.size() != 1)
    return demands;
  constexpr double rounding = 0.1;
  const auto count = static_cast<int>(*per_cycle + rounding);
  PortSet &set = demands.front().ports;
  while (count > 0 && std::popcount(set) > count)
    set &= ~std::bit_floor(set);
  return demands;
}

std::optional<LoadPart> load_part_of(const AccessKind &kind, const StructureFindings &structure, const FormFacts &form,
                                     const PipePlan &plan) {
  LoadPart made;
  made.is_vector = kind.is_vector;
  made.max_bits = kind.max_bits;
  made.demands = as_many_as(structure.number(kind.rate_finding), plan.demands(form.compiler));
  const auto latency = structure.number(kind.load_finding);
  made.is_measured = latency.has_value();
  made.latency_cycles = latency ? whole_or_half(*latency) : form.compiler.latency_cycles.to_double();
  if (const auto indexed = structure.number(kind.indexed_finding); indexed && latency)
    made.indexed_extra_cycles = std::max(0.0, whole_or_half(*indexed - *latency));
  return made;
}

/// A chain that takes no longer than this does not wait for memory: the value is renamed.
bool is_renamed(double chain_cycles, const FormFacts &store) {
  constexpr double margin = 1.2;
  return chain_cycles <= std::max(margin * store.throughput.value_or(0), 0.6);
}

/// The latency from a store to an operation that reads the value from memory: the time of their chain without the
/// operation. Chains of moves alone are not used, because they take longer on some cores.
std::optional<double> forward_behind_operations(const AccessKind &kind, const std::vector<FormFacts> &facts,
                                                double load_latency_cycles) {
  constexpr double shortest_operation = 2.5;
  constexpr std::size_t fewest_forms = 4;
  std::vector<double> all;
  for (const FormFacts &form : facts) {
    const AccessWidth width = width_of(form.instruction);
    const auto whole = address_to_result_cycles(form);
    if (!form.store_to_result_cycles || !whole || form.instruction.stores || !width.is_vector ||
        width.bits != kind.max_bits || *whole - load_latency_cycles < shortest_operation)
      continue;
    all.push_back(*form.store_to_result_cycles - (*whole - load_latency_cycles));
  }
  if (all.size() < fewest_forms)
    return std::nullopt;
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::nth_element(all.begin(), middle, all.end());
  return *middle > 0 ? std::optional(*middle) : std::nullopt;
}

/// The latency from store to load if the value is not renamed. Empty: not measured.
std::optional<double> forward_of(const AccessKind &kind, const StructureFindings &structure, const FormFacts &store,
                                 const std::vector<FormFacts> &facts, double load_latency_cycles) {
  const auto chain = structure.number(kind.forward_finding);
  if (kind.is_vector)
    if (const auto behind = forward_behind_operations(kind, facts, load_latency_cycles); behind && chain)
      return std::min(*behind, *chain);
  if (chain && !is_renamed(*chain, store))
    return chain;
  // An index prevents memory renaming.
  const auto indexed = structure.number("accesses.indexed_store_to_load");
  return indexed && !kind.is_vector && !is_renamed(*indexed, store) ? indexed : std::nullopt;
}

/// Slows down stores that take clearly longer than the compiler's figure. It is unknown whether the data or the address
/// limits them. The data uop is chosen: it is the wide one, and the compiler lists it first.
void make_as_slow(std::vector<PortDemand> &demands, const FormFacts &store) {
  constexpr double clearly = 1.5;
  if (demands.empty() || !store.throughput || store.throughput_is_bound ||
      *store.throughput < clearly * port_throughput(demands))
    return;
  demands.front().cycles =
      Cycles::nearest(demands.front().cycles.to_double() * *store.throughput / port_throughput(demands));
}

std::optional<StorePart> store_part_of(const AccessKind &kind, const StructureFindings &structure,
                                       const FormFacts &form, const std::vector<FormFacts> &facts, const PipePlan &plan,
                                       double load_latency_cycles) {
  StorePart made;
  made.is_vector = kind.is_vector;
  made.max_bits = kind.max_bits;
  made.demands = plan.demands(form.compiler);
  make_as_slow(made.demands, form);
  const auto forward = forward_of(kind, structure, form, facts, load_latency_cycles);
  made.is_measured = forward.has_value();
  made.forward_cycles = forward.value_or(load_latency_cycles + 1);
  made.failed_forward_cycles = structure.number(kind.failed_finding);
  return made;
}

template <class Part> const Part *narrowest(const std::vector<Part> &parts, const AccessWidth &width) {
  const Part *best = nullptr;
  for (const Part &part : parts)
    if (part.is_vector == width.is_vector && (best == nullptr || best->max_bits < width.bits))
      best = &part;
  return best;
}

} // namespace

const LoadPart *AccessParts::load_for(const Instruction &instruction) const {
  return narrowest(loads, width_of(instruction));
}

const StorePart *AccessParts::store_for(const Instruction &instruction) const {
  return narrowest(stores, width_of(instruction));
}

double AccessParts::load_latency_cycles(const Instruction &instruction) const {
  const LoadPart *part = load_for(instruction);
  return part == nullptr ? 0 : part->latency_cycles;
}

AccessParts access_parts(const StructureFindings &structure, const std::vector<FormFacts> &facts,
                         const PipePlan &plan) {
  AccessParts made;
  for (const AccessKind &kind : access_kinds) {
    double load_latency_cycles = 0;
    if (const FormFacts *form = form_named(facts, kind.load_opcode))
      if (auto part = load_part_of(kind, structure, *form, plan)) {
        load_latency_cycles = part->latency_cycles;
        made.loads.push_back(std::move(*part));
      }
    if (const FormFacts *form = form_named(facts, kind.store_opcode))
      if (auto part = store_part_of(kind, structure, *form, facts, plan, load_latency_cycles))
        made.stores.push_back(std::move(*part));
  }
  return made;
}

} // namespace osaca::measure::compose
