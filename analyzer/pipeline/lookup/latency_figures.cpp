#include "pipeline/lookup/latency_figures.h"

#include "analysis/graph/dependency_graph.h"
#include "base/index.h"

#include <algorithm>

namespace osaca {

namespace {

constexpr const char *loaded_address = "address";
constexpr const char *memory_place = "memory";

using Figures = std::vector<OperandLatencyFigure>;

/// Operands by number, as in Instruction::operands.
class PairLatencies {
public:
  PairLatencies(const Core &core, const Instruction &instruction, const CostedInstruction &costed)
      : core_(core), instruction_(instruction), costed_(costed) {}

  [[nodiscard]] Figures all() {
    const auto count = static_cast<int>(instruction_.operands.size());
    for (int to = 0; to < count; ++to)
      if (operand(to).written && is_value(operand(to)))
        for (int from = 0; from < count; ++from)
          add_pair(from, to);
    return without_repeated_flags();
  }

private:
  struct Pair {
    OperandLatencyFigure figure;
    bool from_flag = false;
    bool to_flag = false;
  };

  [[nodiscard]] const Operand &operand(int number) const { return instruction_.operands[at(number)]; }

  /// Control registers and program counters are not values that code waits for. The stack pointer that push and pop
  /// move is not either.
  [[nodiscard]] static bool is_value(const Operand &operand) {
    if (as_memory(operand) != nullptr)
      return true;
    const Register *reg = as_register(operand);
    if (reg == nullptr || reg->units.empty() || (operand.implicit && operand.address_update))
      return false;
    return reg->kind != RegisterKind::program_counter && reg->kind != RegisterKind::other;
  }

  [[nodiscard]] static bool is_flag(const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr && reg->kind == RegisterKind::flag;
  }

  [[nodiscard]] static std::string name_of_value(const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr ? reg->name : memory_place;
  }

  void add_pair(int from, int to) {
    const Operand &source = operand(from);
    const Operand &result = operand(to);
    const bool reads = source.read || costed_.operands[at(from)].read; // or waits for the old value
    if (!reads || !is_value(source) || costed_.breaks_dependency)
      return;
    if (costed_.waits_for_flags_only && !is_flag(source))
      return;
    if (source.address_update != result.address_update)
      return; // the address of the access is one of its memory operand's sources
    const bool to_memory = as_memory(result) != nullptr;
    const Cycles operation = operand_latency(core_, costed_, from, to);
    if (to_memory) {
      if (as_memory(source) == nullptr || instruction_.loads)
        add(source, result, name_of_value(source), forwarded(operation), renamed(operation, to));
    } else if (as_memory(source) == nullptr) {
      add(source, result, name_of_value(source), chained(operation, source, result));
    } else if (instruction_.loads) {
      const Cycles load = costed_.cost->load_latency_cycles;
      add(source, result, loaded_address, load.is_zero() ? std::nullopt : std::optional(load + operation));
    }
  }

  [[nodiscard]] std::optional<Cycles> forwarded(Cycles operation) const {
    const Cycles forward = costed_.cost->store_forward_cycles;
    return forward.is_zero() ? std::nullopt : std::optional(forward + operation);
  }

  /// In a chain of this instruction. The compiler's figures for an operand depend on the instruction that wrote it.
  [[nodiscard]] std::optional<Cycles> chained(Cycles operation, const Operand &source, const Operand &result) const {
    if (operation.is_zero() && !costed_.eliminated && !result.address_update)
      return std::nullopt; // only the figures of its load are known
    const Register *read = as_register(source);
    const Register *written = as_register(result);
    if (costed_.cost->forwarding == nullptr || read == nullptr || written == nullptr || read->kind != written->kind)
      return operation;
    const CompilerForwarding &forwarding = *costed_.cost->forwarding;
    const Cycles sooner(
        CompilerForwarding::advance_cycles(forwarding, result.write_number, forwarding, source.read_number));
    return std::max(operation - sooner, Cycles(0));
  }

  /// Whether a later load of the place may take the value from a register. For the value of an operation that also
  /// loads the place, this operation is meant.
  [[nodiscard]] bool may_be_renamed(const CostedAddress &address) const {
    const std::optional<MemoryRenamingRules> &rules = core_.memory_renaming;
    if (!rules || costed_.uses_vector_registers || address.is_gather_scatter)
      return false;
    const bool is_on_stack = address.base && address.base->kind == RegisterKind::stack_pointer && !address.index;
    if ((rules->stack_pointer_only && !is_on_stack) || (!rules->indexed && address.index))
      return false;
    return !instruction_.loads || (address.width_bytes >= rules->in_place_bytes && costed_.is_renamed_in_place);
  }

  [[nodiscard]] std::optional<Cycles> renamed(Cycles operation, int to) const {
    const int address = costed_.operands[at(to)].address;
    return address >= 0 && may_be_renamed(costed_.addresses[at(address)]) ? std::optional(operation) : std::nullopt;
  }

  /// A register that is several operands waits for the slowest.
  void add(const Operand &source, const Operand &result, const std::string &from, std::optional<Cycles> cycles,
           std::optional<Cycles> renamed_cycles = std::nullopt) {
    Pair pair{{from, name_of_value(result), cycles, renamed_cycles}, is_flag(source), is_flag(result)};
    const auto known = std::ranges::find_if(pairs_, [&](const Pair &other) {
      return other.figure.from == pair.figure.from && other.figure.to == pair.figure.to;
    });
    if (known == pairs_.end())
      pairs_.push_back(std::move(pair));
    else if (known->figure.cycles && cycles)
      known->figure.cycles = std::max(*known->figure.cycles, *cycles);
  }

  /// A flag is dropped if a register has the same figures: as a result, one with the same source; as a source, one with
  /// the same result.
  [[nodiscard]] Figures without_repeated_flags() const {
    Figures kept;
    for (const Pair &pair : pairs_) {
      const bool repeated = std::ranges::any_of(pairs_, [&](const Pair &other) {
        const bool same_result = pair.to_flag ? !other.to_flag : other.figure.to == pair.figure.to;
        const bool same_source = pair.from_flag ? !other.from_flag : other.figure.from == pair.figure.from;
        return (pair.to_flag || pair.from_flag) && same_result && same_source &&
               other.figure.cycles == pair.figure.cycles;
      });
      if (!repeated)
        kept.push_back(pair.figure);
    }
    return kept;
  }

  const Core &core_;
  const Instruction &instruction_;
  const CostedInstruction &costed_;
  std::vector<Pair> pairs_;
};

} // namespace

std::vector<OperandLatencyFigure> latency_figures(const Core &core, const Instruction &instruction,
                                                  const CostedInstruction &costed) {
  return PairLatencies(core, instruction, costed).all();
}

} // namespace osaca
