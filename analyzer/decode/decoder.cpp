#include "decode/decoder.h"
#include "decode/unit_figures.h"

#include "decode/assembly/assembly_reader.h"
#include "decode/core_check.h"
#include "decode/dialect/dialect.h"
#include "decode/llvm/costs.h"
#include "loops/regions.h"
#include "loops/vector_types.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace osaca {

namespace {

bool nothing_readable(const ParsedUnit &unit) {
  return std::ranges::all_of(unit.instructions,
                             [](const Instruction &instruction) { return instruction.opcode.empty(); });
}

Error no_instructions(const ParsedUnit &unit, const std::string &name) {
  if (!unit.problems.empty())
    return unit.problems.front();
  return {"the input contains no instructions", {name, 0, 0}};
}

struct Text {
  const LlvmTarget *target;
  ReadUnit read;
};

ObjectFormat format_of(AssemblerDialect dialect) {
  switch (dialect) {
  case AssemblerDialect::apple: return ObjectFormat::macho;
  case AssemblerDialect::windows: return ObjectFormat::coff;
  case AssemblerDialect::gnu:
  case AssemblerDialect::masm:
  case AssemblerDialect::nasm: break;
  }
  return ObjectFormat::elf;
}

void set_origins(ParsedUnit &unit, const std::vector<LineOrigin> &origins) {
  std::unordered_map<int, const LineOrigin *> by_line;
  for (const LineOrigin &origin : origins)
    by_line.emplace(origin.line, &origin);
  for (Instruction &instruction : unit.instructions)
    if (const auto found = by_line.find(instruction.line); found != by_line.end()) {
      instruction.source = found->second->source;
      instruction.inlined_at = found->second->inlined_at;
      instruction.array = found->second->array;
      if (instruction.is_conditional)
        instruction.taken_probability = found->second->taken_probability;
    }
}

DecodedInput input_of(const ParsedUnit &unit) {
  DecodedInput made;
  made.isa = unit.isa;
  made.problems = unit.problems;
  return made;
}

/// Undoes the changes to names that only LLVM's parser needed.
void spell_names_as_in_text(ParsedUnit &unit) {
  for (AsmStatement &statement : unit.statements)
    if (statement.kind == AsmStatementKind::label)
      statement.text = as_spelled_in_text(statement.text);
  for (std::string &function : unit.functions)
    function = as_spelled_in_text(function);
  for (Instruction &instruction : unit.instructions) {
    instruction.branch_target = as_spelled_in_text(instruction.branch_target);
    for (Operand &operand : instruction.operands) {
      if (auto *label = std::get_if<LabelOperand>(&operand.value))
        label->label = as_spelled_in_text(label->label);
      else if (auto *memory = std::get_if<MemoryOperand>(&operand.value))
        memory->symbol = as_spelled_in_text(memory->symbol);
    }
  }
}

} // namespace

/// Readers by target and by the CPU whose instructions are accepted. There are only a few.
struct AssemblyDecoder::Readers {
  std::map<std::pair<const LlvmTarget *, std::string>, AssemblyReader> known;

  Expected<Text> read(std::string_view text, const std::string &name, const DecodeOptions &options);
  Expected<AssemblyReader *> reader(const LlvmTarget &target, const std::string &features_cpu);
};

Expected<AssemblyReader *> AssemblyDecoder::Readers::reader(const LlvmTarget &target, const std::string &features_cpu) {
  const std::pair key(&target, features_cpu);
  if (const auto found = known.find(key); found != known.end())
    return &found->second;
  OSACA_TRY(auto made, AssemblyReader::create(target, features_cpu));
  return &known.emplace(key, std::move(made)).first->second;
}

Expected<Text> AssemblyDecoder::Readers::read(std::string_view text, const std::string &name,
                                              const DecodeOptions &options) {
  SyntaxGuess syntax = guess_syntax(text);
  syntax.isa = options.isa.value_or(syntax.isa);
  syntax.intel_syntax = syntax.intel_syntax || options.intel_syntax;
  EditedText edited = as_llvm_reads(text, syntax.dialect);
  const LlvmTarget &target = llvm_target(syntax.isa, format_of(syntax.dialect));
  OSACA_TRY(const auto own, reader(target, options.features_cpu));
  OSACA_TRY(auto read, own->read(edited, name, syntax));
  if (nothing_readable(read.unit))
    return no_instructions(read.unit, name);
  if (&edited.text() != &edited.original())
    spell_names_as_in_text(read.unit);
  return Text{&target, std::move(read)};
}

AssemblyDecoder::AssemblyDecoder() : readers_(std::make_unique<Readers>()) {}
AssemblyDecoder::AssemblyDecoder(AssemblyDecoder &&) noexcept = default;
AssemblyDecoder::~AssemblyDecoder() = default;

Expected<DecodedInput> AssemblyDecoder::decode(std::string_view text, const std::string &name,
                                               const DecodeOptions &options) {
  OSACA_TRY(Text read, readers_->read(text, name, options));
  RegionSelection regions = options.regions;
  regions.straight_functions = true;
  OSACA_TRY(SelectedKernels selected, select_kernels(read.read.unit, name, regions, options.max_paths_per_loop));
  DecodedInput made = input_of(read.read.unit);
  made.problems.insert(made.problems.end(), selected.problems.begin(), selected.problems.end());
  made.kernels = std::move(selected.kernels);
  made.nothing = std::move(selected.nothing);
  made.unmatched = std::move(selected.unmatched);
  made.named = std::move(selected.named);
  set_vector_types(read.read.unit, made.kernels);
  made.compiler = figures_of_unit(*read.target, std::move(read.read.instructions), options.scheduling_cpus);
  return made;
}

Expected<DecodedInput> AssemblyDecoder::decode_function(std::string_view text, const std::string &function,
                                                        const std::vector<KnownLoop> &loops,
                                                        const std::vector<LineOrigin> &origins,
                                                        const DecodeOptions &options) {
  OSACA_TRY(Text read, readers_->read(text, function, options));
  set_origins(read.read.unit, origins);
  DecodedInput made = input_of(read.read.unit);
  Callees callees(read.read.unit);
  for (const KnownLoop &loop : loops)
    for (Kernel &kernel : kernels_of_loop(read.read.unit, loop, options.max_paths_per_loop, callees)) {
      if (kernel.function.empty())
        kernel.function = function;
      made.kernels.push_back(std::move(kernel));
    }
  set_vector_types(read.read.unit, made.kernels);
  made.compiler = figures_of_unit(*read.target, std::move(read.read.instructions), options.scheduling_cpus);
  return made;
}

Isa guessed_isa(std::string_view text) { return guess_syntax(text).isa; }

Expected<DecodedInput> decode_assembly(std::string_view text, const std::string &name, const DecodeOptions &options) {
  return AssemblyDecoder().decode(text, name, options);
}

Expected<DecodedInput> decode_function(std::string_view text, const std::string &function,
                                       const std::vector<KnownLoop> &loops, const std::vector<LineOrigin> &origins,
                                       const DecodeOptions &options) {
  return AssemblyDecoder().decode_function(text, function, loops, origins, options);
}

struct CompilerFigures::State {
  const LlvmTarget &target;
  std::vector<llvm::MCInst> instructions;
  std::vector<std::string> scheduling_cpus;
  std::optional<CompilerCosts> costs = {}; ///< created on first use, because models often have all figures
  CoreChecks checks;

  [[nodiscard]] const llvm::MCInst *find(InstructionNumber number) const {
    const auto place = static_cast<std::size_t>(number);
    const bool is_read = place < instructions.size() && instructions[place].getOpcode() != 0;
    return is_read ? &instructions[place] : nullptr;
  }
};

std::vector<CompilerCost> CompilerFigures::costs_of(const Instruction &instruction) const {
  const llvm::MCInst *inst = state_ == nullptr ? nullptr : state_->find(instruction.number);
  if (inst == nullptr || state_->scheduling_cpus.empty())
    return {};
  if (!state_->costs)
    state_->costs.emplace(state_->target, state_->scheduling_cpus);
  return state_->costs->of(*inst, instruction.vector_type);
}

bool CompilerFigures::is_on_core(const NamesOfCore &names, InstructionNumber number) const {
  const llvm::MCInst *inst = state_ == nullptr ? nullptr : state_->find(number);
  return inst == nullptr || state_->checks.has(names, *inst);
}

bool CompilerFigures::is_on_core(const NamesOfCore &names, std::string_view opcode) const {
  return state_ == nullptr || state_->checks.has_named(names, opcode);
}

CompilerFigures figures_of_unit(const LlvmTarget &target, std::vector<llvm::MCInst> instructions,
                                const std::vector<std::string> &scheduling_cpus) {
  return CompilerFigures(std::make_shared<CompilerFigures::State>(
      CompilerFigures::State{target, std::move(instructions), scheduling_cpus, {}, CoreChecks(target)}));
}

} // namespace osaca
