#include "measure/forms/form_measurer.h"

#include "measure/chains/latency_chains.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr std::size_t most_copies = 12;
constexpr int line_bytes = 64;
constexpr int word_bytes = 8;

/// The operands that get another register in each copy, with the registers that they may have.
struct Rotation {
  std::vector<int> operands;
  std::vector<std::vector<const RegisterFamily *>> families;
};

Rotation rotation_of(OperandChooser &chooser, const FormShape &shape) {
  Rotation made;
  std::set<std::string> sources;
  for (const OperandRole &role : shape.roles)
    if (const Register *reg = as_register(role.operand); reg != nullptr && !role.operand.written)
      for (const RegisterFamily *family : chooser.families_of(*reg))
        sources.insert(family->llvm_name);
  for (const OperandRole &role : shape.roles)
    if (const MemoryOperand *memory = as_memory(role.operand))
      for (const auto &part : {memory->base, memory->index})
        if (const RegisterFamily *family = part ? chooser.family_of(*part) : nullptr)
          sources.insert(family->llvm_name);
  for (const OperandRole &role : shape.roles)
    if (role.form_operand >= 0 && role.operand.written && role.domain)
      made.operands.push_back(role.form_operand);
  std::set<std::string> taken = sources;
  for (const int operand : made.operands) {
    // Each of the operands has its own registers, so that they never collide.
    std::vector<const RegisterFamily *> free = chooser.free_families(shape, operand, taken);
    const std::size_t share = made.operands.size() == 1 ? free.size() : free.size() / 2;
    free.resize(std::max<std::size_t>(std::min(share, most_copies), std::min<std::size_t>(free.size(), 1)));
    for (const RegisterFamily *family : free)
      taken.insert(family->llvm_name);
    made.families.push_back(std::move(free));
  }
  return made;
}

bool rotates(const Rotation &rotation, int form_operand) {
  for (std::size_t i = 0; i < rotation.operands.size(); ++i)
    if (rotation.operands[i] == form_operand)
      return rotation.families[i].size() > 1;
  return false;
}

/// The operands through which each copy waits for the previous one with these registers.
std::vector<std::size_t> waiting_operands(const FormShape &shape, const Rotation &rotation) {
  const Instruction &example = shape.example.instruction;
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < shape.roles.size(); ++i) {
    const OperandRole &role = shape.roles[i];
    if (as_register(role.operand) != nullptr && is_rewritten(example, role.operand) && !role.operand.address_update &&
        !rotates(rotation, role.form_operand))
      found.push_back(i);
  }
  return found;
}

OperandWishes wishes_of_copy(const FormShape &shape, const Rotation &rotation, std::size_t copy) {
  OperandWishes wishes;
  for (std::size_t i = 0; i < rotation.operands.size(); ++i)
    if (!rotation.families[i].empty())
      wishes[rotation.operands[i]] = {rotation.families[i][copy % rotation.families[i].size()]->llvm_name, 0};
  for (const OperandRole &role : shape.roles)
    if (const MemoryOperand *memory = as_memory(role.operand);
        memory != nullptr && (role.operand.read || role.operand.written) && role.displacement_operand >= 0) {
      // Cores read fewer words per cycle if they are the same ones.
      const int step = std::clamp(memory->width_bytes, role.operand.written ? 1 : word_bytes, line_bytes);
      wishes[role.displacement_operand] = {"", static_cast<OperandChoice>(copy) * step};
    }
  return wishes;
}

class Writer {
public:
  Writer(OperandChooser &chooser, SnippetAssembler &pieces, const FormShape &shape)
      : chooser_(chooser), pieces_(pieces), shape_(shape), rotation_(rotation_of(chooser, shape)) {}

  Expected<ThroughputCode> write(bool with_breakers, VectorEncoding encoding, const ValueSet &values) {
    ThroughputCode made;
    Benchmark &benchmark = made.benchmark;
    benchmark.executions = 0;
    made.waits = !waiting_operands(shape_, rotation_).empty() && !(with_breakers && can_be_cut());
    for (std::size_t copy = 0; copy < copies(); ++copy) {
      OSACA_TRY(auto code, chooser_.encode(shape_, wishes_of_copy(shape_, rotation_, copy)));
      if (with_breakers)
        for (const std::string &text : breakers_of(chooser_, shape_, code.instruction, {})) {
          OSACA_TRY(auto piece, pieces_.make(text));
          if (copy == 0)
            made.breakers.push_back(text);
          benchmark.body.push_back(piece);
          ++benchmark.instructions;
        }
      benchmark.changes_memory = benchmark.changes_memory || code.instruction.stores;
      benchmark.body.push_back({code.instruction.text, code.bytes});
      ++benchmark.instructions;
      ++benchmark.executions;
    }
    OSACA_TRY(auto start, pieces_.make(beginning_for(chooser_, shape_, shape_.example.instruction, encoding, values)));
    benchmark.beginning = start;
    benchmark.encoding = encoding;
    benchmark.values = values;
    return made;
  }

  [[nodiscard]] bool waits() const { return !waiting_operands(shape_, rotation_).empty(); }

private:
  /// The dependency of lists of registers, and of registers of an unknown kind, cannot be broken.
  [[nodiscard]] bool can_be_cut() const {
    const std::vector<std::size_t> waiting = waiting_operands(shape_, rotation_);
    return std::ranges::all_of(waiting, [this](std::size_t i) {
      const OperandRole &role = shape_.roles[i];
      return role.domain && (role.operand.implicit || chooser_.families_of(*as_register(role.operand)).size() == 1);
    });
  }

  [[nodiscard]] std::size_t copies() const {
    std::size_t most = 4;
    for (const auto &families : rotation_.families)
      most = std::max(most, families.size());
    return std::min(most, most_copies);
  }

  OperandChooser &chooser_;
  SnippetAssembler &pieces_;
  const FormShape &shape_;
  Rotation rotation_;
};

} // namespace

Expected<std::vector<ThroughputCode>> throughput_codes(OperandChooser &chooser, SnippetAssembler &pieces,
                                                       const FormShape &shape, VectorEncoding encoding,
                                                       const ValueSet &values) {
  Writer writer(chooser, pieces, shape);
  OSACA_TRY(auto plain, writer.write(false, encoding, values));
  std::vector<ThroughputCode> made = {plain};
  if (writer.waits())
    if (auto cut = writer.write(true, encoding, values); cut && !cut->breakers.empty())
      made.push_back(*cut);
  return made;
}

} // namespace osaca::measure
