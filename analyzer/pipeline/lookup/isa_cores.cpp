#include "pipeline/lookup/isa_cores.h"

#include "pipeline/kernel_reports.h"
#include "pipeline/lookup/core_figures.h"

#include <utility>

namespace osaca {
namespace {

constexpr std::size_t most_instructions_of_text = 8; ///< a lock prefix and its instruction are two

std::vector<InstructionParts> with_prefixes(std::vector<Instruction> instructions) {
  std::vector<InstructionParts> all;
  bool is_prefixed = false;
  for (Instruction &instruction : instructions) {
    if (!is_prefixed)
      all.emplace_back();
    is_prefixed = instruction.opcode == lock_opcode;
    all.back().push_back(std::move(instruction));
  }
  return all;
}

} // namespace

IsaCores::IsaCores(ResolvedArchs archs, const VectorType &vector_type)
    : archs_(std::move(archs)), costs_(form_costs(archs_)), vector_type_(vector_type) {}

FormSearch &IsaCores::forms() {
  if (!forms_)
    forms_.emplace(isa());
  return *forms_;
}

template <class Has> void IsaCores::leave_out_absent(const Instruction &instruction, Has has) {
  for (FormCosts &costs : costs_)
    costs.leave_out_absent(instruction, has);
}

Expected<std::vector<InstructionParts>> IsaCores::assembled(const std::string &text, bool intel_syntax) {
  DecodeOptions options;
  options.isa = isa();
  options.scheduling_cpus = archs_.scheduling_cpus;
  options.intel_syntax = intel_syntax;
  options.regions.mode = RegionSelection::Mode::lines;
  options.regions.lines = {{1, 1}};
  OSACA_TRY(DecodedInput input, assembly_.decode(text + "\n", "", options));
  if (!input.problems.empty())
    return Error{input.problems.front().message};
  std::vector<Instruction> found =
      input.kernels.empty() ? std::vector<Instruction>() : std::move(input.kernels.front().instructions);
  if (found.empty())
    return Error{"this is not an instruction"};
  if (found.size() > most_instructions_of_text)
    return Error{"these are too many instructions"};
  for (Instruction &instruction : found) {
    instruction.vector_type = vector_type_;
    instruction.compiler_costs = input.compiler.costs_of(instruction);
    leave_out_absent(instruction,
                     [&](const NamesOfCore &names) { return input.compiler.is_on_core(names, instruction.number); });
  }
  return with_prefixes(std::move(found));
}

Expected<InstructionParts> IsaCores::decoded(const std::vector<std::uint8_t> &bytes) {
  if (!reader_) {
    DecodeOptions options;
    options.scheduling_cpus = archs_.scheduling_cpus;
    OSACA_TRY(BlockReader reader, BlockReader::create(isa(), options));
    reader_.emplace(std::move(reader));
  }
  if (reader_->read(bytes) == 0)
    return Error{"the instruction cannot be decoded"};
  Instruction instruction = reader_->instruction(true);
  instruction.vector_type = vector_type_;
  instruction.compiler_costs = reader_->compiler_costs(vector_type_);
  leave_out_absent(instruction, [&](const NamesOfCore &names) { return reader_->is_on_core(names); });
  return InstructionParts{std::move(instruction)};
}

CoreFigures IsaCores::figures(std::size_t core, std::span<const Instruction> parts) {
  return figures_on_core(costs_[core], parts);
}

} // namespace osaca
