#include "loops/vector_types.h"

#include "base/index.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace osaca {
namespace {

/// More passes than nested loops need. What still changes afterwards is unknown.
constexpr int most_passes = 32;

/// The parts of the vector type that an instruction or a comment sets. The other parts are unchanged.
struct Change {
  bool sets_group = false;
  bool sets_element = false;
  VectorType to;
};

void apply(const Change &change, VectorType &type) {
  if (change.sets_group)
    type.log_group = change.to.log_group;
  if (change.sets_element)
    type.log_element_bits = change.to.log_element_bits;
}

/// The fields vlmul and vsew of an immediate of vsetvli and vsetivli.
VectorType decoded(std::int64_t vtype) {
  constexpr std::int64_t reserved_group = 4;
  constexpr std::int64_t widest_element = 3;
  VectorType type;
  const std::int64_t group = vtype & 7;
  const std::int64_t element = (vtype >> 3) & 7;
  if (group != reserved_group)
    type.log_group = static_cast<std::int8_t>(group < reserved_group ? group : group - 8);
  if (element <= widest_element)
    type.log_element_bits = static_cast<std::int8_t>(element + 3);
  return type;
}

Change change_by(const Instruction &instruction) {
  if (is_unknown_call(instruction))
    return {true, true, {}};
  if (!instruction.opcode.starts_with("VSET"))
    return {};
  Change change{true, true, {}};
  for (const Operand &operand : instruction.operands)
    if (const auto *immediate = std::get_if<ImmediateOperand>(&operand.value))
      change.to = decoded(immediate->value); // the last immediate: vsetivli has a length before it
  return change;
}

Change change_by_comment(std::string_view comment) {
  constexpr std::array<std::pair<std::string_view, int>, 7> groups = {
      {{"MF8", -3}, {"MF4", -2}, {"MF2", -1}, {"M1", 0}, {"M2", 1}, {"M4", 2}, {"M8", 3}}};
  constexpr std::array<std::pair<std::string_view, int>, 4> elements = {
      {{"E8", 3}, {"E16", 4}, {"E32", 5}, {"E64", 6}}};
  const auto after = [comment](std::string_view word) {
    return comment.starts_with(word) ? trimmed(comment.substr(word.size()), " \t") : std::string_view();
  };
  Change change;
  const std::string_view group = after("LLVM-MCA-RISCV-LMUL");
  for (const auto &[name, log] : groups)
    if (group == name) {
      change.sets_group = true;
      change.to.log_group = static_cast<std::int8_t>(log);
    }
  const std::string_view element = after("LLVM-MCA-RISCV-SEW");
  for (const auto &[name, log] : elements)
    if (element == name) {
      change.sets_element = true;
      change.to.log_element_bits = static_cast<std::int8_t>(log);
    }
  return change;
}

/// The vector type at a place. Parts that differ between the ways to the place are unknown.
struct State {
  bool reached = false;
  VectorType type;
};

/// Returns whether `state` has changed.
bool join(State &state, const State &other) {
  if (!other.reached)
    return false;
  if (!std::exchange(state.reached, true)) {
    state.type = other.type;
    return true;
  }
  const VectorType before = state.type;
  if (state.type.log_group != other.type.log_group)
    state.type.log_group.reset();
  if (state.type.log_element_bits != other.type.log_element_bits)
    state.type.log_element_bits.reset();
  return state.type != before;
}

/// Walks through the unit until the types that jumps carry to labels no longer change.
class UnitFlow {
public:
  explicit UnitFlow(const ParsedUnit &unit)
      : unit_(unit), before_(unit.instructions.size()), comments_(before_.size()) {
    int passes = 0;
    while (run() && ++passes < most_passes) {
    }
    // Labels that no jump in the unit leads to are reached in another way.
    for (const AsmStatement &statement : unit_.statements)
      if (statement.kind == AsmStatementKind::label)
        if (State &label = labels_[statement.text]; !label.reached && !is_fallen_into_.contains(statement.text))
          label.reached = true;
    while (run() && ++passes < most_passes) {
    }
    if (passes >= most_passes)
      std::ranges::fill(before_, VectorType());
  }

  void set_types(Kernel &kernel) const {
    if (kernel.instructions.empty())
      return;
    VectorType type = before(kernel.instructions.front());
    for (const Instruction &instruction : kernel.instructions)
      pass(instruction, type);
    for (Instruction &instruction : kernel.instructions) {
      if (const auto *comment = comment_at(instruction))
        apply(*comment, type);
      instruction.vector_type = type;
      apply(change_by(instruction), type);
    }
  }

private:
  [[nodiscard]] VectorType before(const Instruction &instruction) const {
    const auto place = static_cast<std::size_t>(instruction.number);
    return place < before_.size() ? before_[place] : VectorType();
  }

  [[nodiscard]] const Change *comment_at(const Instruction &instruction) const {
    const auto place = static_cast<std::size_t>(instruction.number);
    return place < comments_.size() ? &comments_[place] : nullptr;
  }

  void pass(const Instruction &instruction, VectorType &type) const {
    if (const Change *comment = comment_at(instruction))
      apply(*comment, type);
    apply(change_by(instruction), type);
  }

  /// Returns whether the type at a label has changed.
  bool run() {
    changed_ = false;
    now_ = {true, {}};
    int function = -1;
    Change comment;
    for (const AsmStatement &statement : unit_.statements) {
      if (statement.kind == AsmStatementKind::section)
        now_ = {};
      if (std::exchange(function, statement.function) != statement.function)
        now_ = {true, {}};
      if (statement.kind == AsmStatementKind::marker_comment)
        add_comment(change_by_comment(statement.text), comment);
      if (statement.kind == AsmStatementKind::label)
        enter(statement.text);
      if (statement.kind == AsmStatementKind::instruction)
        execute(at(statement.instruction), std::exchange(comment, {}));
    }
    return changed_;
  }

  static void add_comment(const Change &change, Change &all) {
    all.sets_group = all.sets_group || change.sets_group;
    all.sets_element = all.sets_element || change.sets_element;
    apply(change, all.to);
  }

  void enter(const std::string &label) {
    if (now_.reached)
      is_fallen_into_.insert(label);
    join(now_, labels_[label]);
  }

  void execute(std::size_t number, const Change &comment) {
    const Instruction &instruction = unit_.instructions[number];
    comments_[number] = comment;
    before_[number] = now_.type;
    apply(comment, now_.type);
    const Change change = change_by(instruction);
    apply(change, now_.type);
    now_.reached = now_.reached || change.sets_group;
    if (instruction.is_branch && !instruction.branch_target.empty())
      changed_ = join(labels_[instruction.branch_target], now_) || changed_;
    if ((instruction.is_branch && !instruction.is_conditional) || instruction.is_return)
      now_ = {};
  }

  const ParsedUnit &unit_;
  std::vector<VectorType> before_; ///< by instruction
  std::vector<Change> comments_;   ///< per instruction: changes by the comments before it
  std::map<std::string, State, std::less<>> labels_;
  std::set<std::string, std::less<>> is_fallen_into_;
  State now_;
  bool changed_ = false;
};

bool has_vectors(const Kernel &kernel) {
  return std::ranges::any_of(kernel.instructions,
                             [](const Instruction &instruction) { return instruction.opcode.starts_with('V'); });
}

} // namespace

void set_vector_types(const ParsedUnit &unit, std::vector<Kernel> &kernels) {
  if (unit.isa != Isa::riscv64 || std::ranges::none_of(kernels, has_vectors))
    return;
  const UnitFlow flow(unit);
  for (Kernel &kernel : kernels)
    flow.set_types(kernel);
}

void follow_vector_type(const Instruction &instruction, VectorType &type) { apply(change_by(instruction), type); }

} // namespace osaca
