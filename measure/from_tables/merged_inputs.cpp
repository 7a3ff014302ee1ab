#include "measure/from_tables/merged_inputs.h"

#include "base/index.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace osaca::measure::from_tables {

namespace {

/// A form that combines a vector and a general register.
struct Merge {
  OperandNumbers vector; ///< the vector and the result
  OperandNumbers general;
};

std::optional<Merge> merge_of(const Instruction &instruction) {
  std::optional<int> result;
  std::optional<int> vector;
  std::optional<int> general;
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    const Operand &operand = instruction.operands[i];
    const Register *reg = as_register(operand);
    if (operand.implicit || reg == nullptr)
      continue;
    const auto number = static_cast<int>(i);
    if (reg->kind == RegisterKind::vector && operand.written)
      result = number;
    if (reg->kind == RegisterKind::vector && operand.read)
      vector = number;
    if (reg->kind == RegisterKind::gpr && operand.read)
      general = number;
  }
  if (!result || !vector || !general)
    return std::nullopt;
  return Merge{{*vector, *result}, {*general, *result}};
}

enum class Merging { insertion, conversion, none };

Merging merging_of(const Instruction &instruction) {
  std::string_view name = instruction.mnemonic;
  if (name.starts_with('v'))
    name.remove_prefix(1);
  if (name.starts_with("pinsr"))
    return Merging::insertion;
  return name.starts_with("cvtsi2s") || name.starts_with("cvtusi2s") ? Merging::conversion : Merging::none;
}

} // namespace

TableFigures with_merged_input(TableFigures figures, const KnownForm &form, const TableForms &tables) {
  const Merging merging = merging_of(form.instruction);
  const std::optional<Merge> merge = merging != Merging::none ? merge_of(form.instruction) : std::nullopt;
  if (!merge || tables.latency(form.opcode, merge->vector) != nullptr)
    return figures;
  constexpr int uops_of_conversion = 2; // the transfer and the conversion
  const bool ends_with_shuffle = merging == Merging::insertion || form.compiler.uops > uops_of_conversion;
  const double *cycles =
      ends_with_shuffle ? tables.latency("INSERTPSrri", {0, 0}) : tables.latency("CVTDQ2PSrr", {1, 0});
  const auto general = figures.latencies.find(merge->general);
  if (cycles != nullptr && general != figures.latencies.end())
    figures.latencies[merge->vector] = std::min(*cycles, general->second);
  return figures;
}

} // namespace osaca::measure::from_tables
