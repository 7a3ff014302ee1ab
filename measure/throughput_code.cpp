#include "measure/throughput_code.h"

#include "measure/dependence_breaking.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr std::size_t most_copies = 12;
constexpr int line_bytes = 64;

/// The operands that get another register in each copy, with those they may have.
struct Rotation {
  std::vector<int> operands;
  std::vector<std::vector<const RegisterFamily *>> families;
};

Rotation rotation_of(OperandChooser &chooser, const FormShape &shape) {
  Rotation made;
  std::set<std::string> sources;
  for (const OperandRole &role : shape.roles)
    if (const Register *reg = as_register(role.operand); reg != nullptr && !role.operand.written)
      if (const RegisterFamily *family = chooser.family_of(*reg))
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
    // Each rotating operand has its own share, so that no two ever meet.
    std::vector<const RegisterFamily *> free = chooser.free_families(shape, operand, taken);
    const std::size_t share = made.operands.size() == 1 ? free.size() : free.size() / 2;
    free.resize(std::max<std::size_t>(std::min(share, most_copies), std::min<std::size_t>(free.size(), 1)));
    for (const RegisterFamily *family : free)
      taken.insert(family->llvm_name);
    made.families.push_back(std::move(free));
  }
  return made;
}

/// Whether each copy waits for the one before.
bool waits(const FormShape &shape) {
  return std::any_of(shape.roles.begin(), shape.roles.end(), [](const OperandRole &role) {
    return role.operand.read && role.operand.written && !role.operand.address_update && role.form_operand < 0 &&
           as_memory(role.operand) == nullptr;
  });
}

OperandWishes wishes_of_copy(const FormShape &shape, const Rotation &rotation, std::size_t copy) {
  OperandWishes wishes;
  for (std::size_t i = 0; i < rotation.operands.size(); ++i)
    if (!rotation.families[i].empty())
      wishes[rotation.operands[i]] = {rotation.families[i][copy % rotation.families[i].size()]->llvm_name, 0};
  for (const OperandRole &role : shape.roles)
    if (const MemoryOperand *memory = as_memory(role.operand);
        memory != nullptr && role.operand.written && role.displacement_operand >= 0) {
      const int step = std::clamp(memory->width_bytes, 1, line_bytes);
      wishes[role.displacement_operand] = {"", static_cast<OperandChoice>(copy) * step};
    }
  return wishes;
}

class Writer {
public:
  Writer(OperandChooser &chooser, PieceMaker &pieces, const FormShape &shape)
      : chooser_(chooser), pieces_(pieces), shape_(shape), rotation_(rotation_of(chooser, shape)) {}

  Expected<ThroughputCode> write(bool with_breakers, VectorEncoding encoding, const ValueSet &values) {
    ThroughputCode made;
    Benchmark &benchmark = made.benchmark;
    benchmark.executions = 0;
    for (std::size_t copy = 0; copy < copies(); ++copy) {
      auto code = chooser_.encode(shape_, wishes_of_copy(shape_, rotation_, copy));
      if (!code)
        return code.error();
      if (with_breakers)
        for (const std::string &text : breakers_of(chooser_, shape_, code->instruction, {})) {
          auto piece = pieces_.make(text);
          if (!piece)
            return piece.error();
          if (copy == 0)
            made.breakers.push_back(text);
          benchmark.body.push_back(*piece);
          ++benchmark.instructions;
        }
      benchmark.changes_memory = benchmark.changes_memory || code->instruction.stores;
      benchmark.body.push_back({code->instruction.text, code->bytes});
      ++benchmark.instructions;
      ++benchmark.executions;
    }
    auto start = pieces_.make(beginning_for(chooser_, shape_, shape_.example.instruction, encoding, values));
    if (!start)
      return start.error();
    benchmark.beginning = *start;
    benchmark.encoding = encoding;
    benchmark.values = values;
    return made;
  }

private:
  [[nodiscard]] std::size_t copies() const {
    std::size_t most = 4;
    for (const auto &families : rotation_.families)
      most = std::max(most, families.size());
    return std::min(most, most_copies);
  }

  OperandChooser &chooser_;
  PieceMaker &pieces_;
  const FormShape &shape_;
  Rotation rotation_;
};

} // namespace

Expected<std::vector<ThroughputCode>> throughput_codes(OperandChooser &chooser, PieceMaker &pieces,
                                                       const FormShape &shape, VectorEncoding encoding,
                                                       const ValueSet &values) {
  Writer writer(chooser, pieces, shape);
  auto plain = writer.write(false, encoding, values);
  if (!plain)
    return plain.error();
  std::vector<ThroughputCode> made = {*plain};
  if (waits(shape))
    if (auto cut = writer.write(true, encoding, values); cut && !cut->breakers.empty())
      made.push_back(*cut);
  return made;
}

} // namespace osaca::measure
