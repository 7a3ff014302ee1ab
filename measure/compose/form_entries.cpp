#include "measure/compose/form_entries.h"

#include "base/format.h"
#include "measure/compose/form_facts.h"
#include "measure/compose/model_text.h"
#include "measure/tables/model_figures.h"
#include "model/opcode_variants.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace osaca::measure::compose {

namespace {

/// The value for two conditions of one kind; empty if one has no value or they differ.
std::optional<int> agreed_number(const StructureFindings &structure, const std::string &one, const std::string &other) {
  constexpr double tolerance = 0.15;
  const auto first = structure.number(one);
  const auto second = structure.number(other);
  if (!first || !second || std::abs(*first - *second) > tolerance)
    return std::nullopt;
  return static_cast<int>(std::lround(*first));
}

} // namespace

std::string carry_and_zero_text(const StructureFindings &structure, const FormFacts &form,
                                std::vector<PortDemand> demands, const std::vector<Port> &ports) {
  const bool sets = form.opcode == "SETCCr";
  // Conditional moves of x87 have other conditions.
  const bool moves = form.opcode.starts_with("CMOV") && form.opcode.ends_with("rr");
  if (!sets && !moves)
    return "";
  const std::string name = std::string("conditions.") + (sets ? "set" : "cmov");
  const auto usual = agreed_number(structure, name + "e.slots", name + "b.slots");
  const auto slots = agreed_number(structure, name + "a.slots", name + "be.slots");
  const auto latency = agreed_number(structure, name + "a.latency", name + "be.latency");
  if (!usual || !slots || !latency || *usual < 1 || *slots <= *usual || *latency < 1)
    return "";
  // Each slot is an operation like that of other conditions: it is unknown whether it could use other ports.
  for (PortDemand &demand : demands)
    demand.cycles = demand.cycles * Cycles(*slots) / Cycles(*usual);
  return format_text("    carry_and_zero: {{ports: {}, latency: {}, slots: {}}}\n", demands_text(demands, ports),
                     *latency, *slots);
}

namespace {

bool is_gather(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const MemoryOperand *memory = as_memory(operand);
    return memory != nullptr && memory->is_gather_scatter;
  });
}

/// Stores through the stack pointer, which the instruction changes.
bool is_push(const Instruction &instruction) {
  return instruction.stores && !instruction.loads &&
         std::ranges::any_of(instruction.operands, [](const Operand &operand) {
           return operand.implicit && operand.written && as_register(operand) != nullptr &&
                  as_register(operand)->kind == RegisterKind::stack_pointer;
         });
}

bool works_in_place(const FormFacts &form) {
  return std::ranges::any_of(form.instruction.operands, [](const Operand &operand) {
    return as_memory(operand) != nullptr && operand.read && operand.written;
  });
}

std::string latency_text(const FormLatencies &latencies) {
  std::string out = format_text("    latency: {}\n", latencies.usual.text(4));
  std::string exceptions;
  for (const OperandLatency &one : latencies.exceptions)
    exceptions += format_text("{}{}, to: {}, cycles: {}}}", exceptions.empty() ? "{from: " : ", {from: ", one.from,
                              one.to, one.cycles.text(4));
  return out + (exceptions.empty() ? "" : format_text("    operand_latency: [{}]\n", exceptions));
}

std::string slots_text(const Cycles &slots) {
  return slots == Cycles(1) ? "" : format_text("    slots: {}\n", slots.text(4));
}

struct RegisterForm {
  FormPorts ports;
  FormLatencies latencies;
};

/// Whether there is a latency between registers from a chain of copies alone.
bool has_direct_latency(const FormFacts &form) {
  return std::ranges::any_of(form.direct_pairs, [](const OperandPairName &pair) {
    return pair.first.find('.') == std::string::npos && pair.first != pair.second;
  });
}

class EntryWriter {
public:
  EntryWriter(const CoreEvidence &evidence, const PortChooser &chooser)
      : evidence_(evidence), plan_(evidence.plan), access_(evidence.access), chooser_(chooser),
        push_forward_(evidence.structure.number("accesses.push_to_pop")) {
    const std::vector<std::string> additions = renamed_additions(evidence);
    renamed_additions_.insert(additions.begin(), additions.end());
  }

  void add_register_form(const FormFacts &form) {
    FormPorts ports = chooser_.choose(form);
    FormLatencies latencies = latencies_between_registers(form, 0);
    if (renamed_additions_.contains(form.opcode)) { // larger constants are added by a unit
      ports = {{{chooser_.known_sets().widest(), Cycles(1)}}, 1, PortBasis::narrowed};
      latencies.usual = 1;
      latencies.exceptions.clear();
    }
    lengthen(latencies, evidence_.bypasses.saved(form.opcode));
    register_forms_[form.opcode] = {ports, latencies};
    add(form.opcode,
        format_text("    ports: {}\n{}{}{}{}", demands_text(ports.demands, plan_.ports), slots_text(ports.slots),
                    latency_text(latencies), address_text(form),
                    carry_and_zero_text(evidence_.structure, form, ports.demands, plan_.ports)),
        ports.basis);
  }

  void add_memory_form(const FormFacts &form) {
    if (is_gather(form.instruction))
      return add_gather(form);
    if (is_push(form.instruction) && push_forward_)
      return add_push(form);
    const RegisterForm *twin = register_form_of(form.opcode);
    if (works_in_place(form) && form.instruction.loads && form.instruction.stores)
      return add_in_place(form, twin);
    const double load_latency = form.instruction.loads ? access_.load_latency_cycles(form.instruction) : 0;
    FormLatencies latencies = latencies_between_registers(form, load_latency);
    if (only_stores(form) && !latencies.is_measured)
      latencies.usual = std::max(Cycles(0), form.compiler.latency_cycles - compilers_store_latency());
    lengthen(latencies, evidence_.bypasses.saved(form.opcode));
    const bool only_moves = latencies.is_measured && latencies.usual == Cycles(0) && latencies.exceptions.empty();
    FormPorts ports = chooser_.choose(form);
    if (!only_moves && twin != nullptr && !is_another_operation(form, ports, latencies, *twin))
      return; // its figures follow from those of the register form
    if (only_moves || (only_stores(form) && ports.demands.empty()))
      ports = {{}, 1, PortBasis::confirmed};
    add(form.opcode,
        format_text("    ports: {}\n{}{}", demands_text(ports.demands, plan_.ports), slots_text(ports.slots),
                    latency_text(latencies)),
        ports.basis);
  }

  [[nodiscard]] FormEntries finish() {
    FormEntries made;
    for (const auto &[text, opcodes] : entries_)
      made.yaml += format_text("  - match: {}\n{}", names_text(opcodes, "            "), text);
    made.forms = forms_;
    made.by_basis = by_basis_;
    return made;
  }

private:
  [[nodiscard]] static bool only_stores(const FormFacts &form) {
    return form.instruction.stores && !form.instruction.loads;
  }

  /// The compiler's latency for a store: that of a plain one. No register waits for it.
  [[nodiscard]] Cycles compilers_store_latency() const {
    const auto plain =
        std::ranges::find_if(evidence_.facts, [](const FormFacts &form) { return form.opcode == "MOV64mr"; });
    return plain != evidence_.facts.end() && plain->compiler.known ? plain->compiler.latency_cycles : Cycles(0);
  }

  /// The time that a chain saves through a bypass is still part of the latency.
  static void lengthen(FormLatencies &latencies, Cycles saved) {
    latencies.usual += saved;
    for (OperandLatency &one : latencies.exceptions)
      one.cycles += saved;
  }

  /// For lea: the cost of addresses with more parts.
  [[nodiscard]] std::string address_text(const FormFacts &form) const {
    std::string out;
    if (form.instruction.computes_address)
      for (const auto &[key, name] : {std::pair{"three_component", "three_parts"}, std::pair{"scaled", "scaled"}}) {
        const std::string finding = std::string("additions.lea_") + name;
        const auto latency = evidence_.structure.number(finding + ".latency");
        const auto throughput = evidence_.structure.number(finding + ".throughput");
        if (!latency || !throughput || *throughput <= 0)
          continue;
        const PortSet ports =
            chooser_.known_sets().narrower(chooser_.known_sets().widest(), static_cast<int>(1 / *throughput + 0.2));
        out += format_text("    {}: {{ports: {}, latency: {}}}\n", key, demands_text({{ports, Cycles(1)}}, plan_.ports),
                           cycles_text(*latency));
      }
    return out;
  }

  /// Whether the form does something else than loading and then operating like the register form. It may extend or
  /// broadcast the value while loading, or insert it where the register form moves it between lanes.
  [[nodiscard]] bool is_another_operation(const FormFacts &form, const FormPorts &own, const FormLatencies &latencies,
                                          const RegisterForm &twin) const {
    if (!form.instruction.loads || form.instruction.stores || !form.throughput || form.throughput_is_bound)
      return false;
    constexpr double margin = 1.15;
    const double by_twin = port_throughput(twin.ports.demands);
    const double by_own = port_throughput(own.demands);
    if (by_own > margin * *form.throughput)
      return false; // the compiler's latencies are no better
    const bool is_in_the_load = own.demands.empty() && form.compiler.known && !twin.ports.demands.empty();
    const bool is_quicker = by_twin > margin * *form.throughput;
    constexpr double whole_cycle = 0.9;
    const double longer = std::abs(twin.latencies.usual.to_double() - latencies.usual.to_double());
    return is_in_the_load || is_quicker || (has_direct_latency(form) && longer > whole_cycle);
  }

  /// The entry of the same operation on registers; null: there is none.
  [[nodiscard]] const RegisterForm *register_form_of(const std::string &opcode) const {
    for (const OpcodeVariant &variant : opcode_variants(opcode, Isa::x86_64))
      if (variant.drops_memory)
        if (const auto found = register_forms_.find(variant.opcode); found != register_forms_.end())
          return &found->second;
    return nullptr;
  }

  /// A value that is read from memory and written back has a latency of its own.
  void add_in_place(const FormFacts &form, const RegisterForm *twin) {
    const auto round_trip = memory_to_memory_cycles(form);
    const LoadPart *load = access_.load_for(form.instruction);
    const StorePart *store = access_.store_for(form.instruction);
    if (!round_trip || load == nullptr || store == nullptr)
      return;
    FormPorts ports = twin != nullptr ? twin->ports : chooser_.choose(form);
    FormLatencies latencies = latencies_between_registers(form, load->latency_cycles);
    if (!latencies.is_measured || *round_trip < latencies.usual.to_double()) // it went through flags and a helper
      latencies.usual = tidy_cycles(std::max(1.0, std::min(*round_trip, latencies.usual.to_double())));
    ports.demands.insert(ports.demands.end(), load->demands.begin(), load->demands.end());
    ports.demands.insert(ports.demands.end(), store->demands.begin(), store->demands.end());
    const double forward = std::max(0.0, *round_trip - latencies.usual.to_double());
    add(form.opcode,
        format_text("    complete: true\n    load_latency: {}\n    forward: {}\n    ports: {}\n{}{}",
                    cycles_text(load->latency_cycles), cycles_text(forward), demands_text(ports.demands, plan_.ports),
                    slots_text(ports.slots + Cycles(1)), latency_text(latencies)),
        ports.basis);
  }

  /// The latency from a push to a pop differs from that of a store and a load.
  void add_push(const FormFacts &form) {
    const StorePart *store = access_.store_for(form.instruction);
    if (store != nullptr)
      add(form.opcode,
          format_text("    complete: true\n    forward: {}\n    ports: {}\n    latency: 0\n",
                      cycles_text(*push_forward_), demands_text(store->demands, plan_.ports)),
          PortBasis::confirmed);
  }

  void add_gather(const FormFacts &form) {
    std::vector<PortDemand> demands = plan_.demands(form.compiler);
    if (demands.empty() || !form.compiler.known)
      return;
    const double by_ports = port_throughput(demands);
    const bool is_stretchable =
        form.throughput && by_ports > 0 && (!form.throughput_is_bound || by_ports > *form.throughput);
    if (is_stretchable)
      for (PortDemand &demand : demands)
        demand.cycles = tidy_cycles(std::max(0.01, demand.cycles.to_double() * *form.throughput / by_ports));
    // Only the loads have a latency; their results need no operation.
    FormLatencies latencies = latencies_between_registers(form, 0);
    const double load = address_to_result_cycles(form).value_or(form.compiler.latency_cycles.to_double());
    std::erase_if(latencies.exceptions, [](const OperandLatency &one) { return one.from != one.to; });
    latencies.usual = 0;
    add(form.opcode,
        format_text("    complete: true\n    load_latency: {}\n    ports: {}\n{}{}", cycles_text(load),
                    demands_text(demands, plan_.ports), slots_text(Cycles(std::max(form.compiler.uops, 1))),
                    latency_text(latencies)),
        is_stretchable ? PortBasis::stretched : PortBasis::compiler);
  }

  void add(const std::string &opcode, std::string text, PortBasis basis) {
    ++forms_;
    ++by_basis_[source_of(basis)];
    text += format_text("    source: {}\n", source_of(basis));
    const auto [known, is_new] = place_of_.try_emplace(text, entries_.size());
    if (is_new)
      entries_.push_back({text, {}});
    entries_[known->second].second.push_back(opcode);
  }

  const CoreEvidence &evidence_;
  const PipePlan &plan_;
  const AccessParts &access_;
  const PortChooser &chooser_;
  std::optional<double> push_forward_; ///< latency from a pushed value to the pop
  std::set<std::string> renamed_additions_;
  std::map<std::string, RegisterForm> register_forms_;
  std::map<std::string, std::size_t> place_of_; ///< index of entries_
  std::vector<std::pair<std::string, std::vector<std::string>>> entries_;
  int forms_ = 0;
  std::map<std::string, int> by_basis_;
};

} // namespace

const char *source_of(PortBasis basis) {
  switch (basis) {
  case PortBasis::inferred: return "mixes";
  case PortBasis::confirmed: return "confirmed";
  case PortBasis::at_rename: return "forms";
  case PortBasis::narrowed: return "narrowed";
  case PortBasis::slow_unit: return "slow";
  case PortBasis::stretched: return "stretched";
  case PortBasis::compiler: return "compiler";
  }
  return "compiler";
}

const std::vector<std::pair<const char *, const char *>> &form_sources() {
  static const std::vector<std::pair<const char *, const char *>> sources = {
      {"forms", "throughput and latencies of single instructions"},
      {"mixes", "throughput and latencies of single instructions; ports: from mixes of instructions"},
      {"confirmed",
       "throughput and latencies of single instructions; ports: from LLVM, and they explain the throughput"},
      {"narrowed", "throughput and latencies of single instructions; ports: a guess based on the throughput, similar "
                   "instructions and LLVM"},
      {"slow", "throughput and latencies of single instructions; ports: from LLVM, and a slow unit for the throughput"},
      {"stretched", "throughput and latencies of single instructions; ports: a guess, those of LLVM with busy times "
                    "scaled to the throughput"}};
  return sources;
}

FormEntries form_entries(const CoreEvidence &evidence, const PortChooser &chooser) {
  EntryWriter writer(evidence, chooser);
  for (const FormFacts &form : evidence.facts)
    if (!form.accesses_memory())
      writer.add_register_form(form);
  for (const FormFacts &form : evidence.facts)
    if (form.accesses_memory())
      writer.add_memory_form(form);
  return writer.finish();
}

} // namespace osaca::measure::compose
