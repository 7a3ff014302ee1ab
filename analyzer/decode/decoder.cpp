#include "decode/decoder.h"

#include "decode/assembly_reader.h"
#include "decode/isa_guess.h"
#include "decode/regions.h"

#include <algorithm>
#include <unordered_map>

namespace osaca {
namespace {

/// Fills Instruction::compiler_costs of the instructions that made it into kernels; those of a whole compiler output would
/// take longer than everything else.
class CostFiller {
public:
  CostFiller(const LlvmTarget &target, const ReadUnit &read, const std::vector<std::string> &cpus)
      : read_(read), costs_(target, cpus) {
    for (std::size_t i = 0; i < read.unit.instructions.size(); ++i)
      by_line_[read.unit.instructions[i].line].push_back(i);
  }

  void fill(Kernel &kernel) {
    for (Instruction &instruction : kernel.instructions)
      if (const llvm::MCInst *inst = origin_of(instruction))
        instruction.compiler_costs = costs_.of(*inst);
  }

private:
  const llvm::MCInst *origin_of(const Instruction &instruction) const {
    const auto line = by_line_.find(instruction.line);
    if (instruction.opcode.empty() || line == by_line_.end())
      return nullptr;
    // Lines with several instructions (separators, macros): equal instructions cost the same.
    for (const std::size_t i : line->second) {
      const Instruction &candidate = read_.unit.instructions[i];
      if (candidate.opcode == instruction.opcode && candidate.text == instruction.text)
        return &read_.instructions[i];
    }
    return nullptr;
  }

  const ReadUnit &read_;
  CompilerCosts costs_;
  std::unordered_map<int, std::vector<std::size_t>> by_line_;
};

void fill_costs(std::vector<Kernel> &kernels, const LlvmTarget &target, const ReadUnit &read,
                const DecodeOptions &options) {
  if (options.scheduling_cpus.empty())
    return;
  CostFiller filler(target, read, options.scheduling_cpus);
  for (Kernel &kernel : kernels)
    filler.fill(kernel);
}

bool nothing_readable(const ParsedUnit &unit) {
  return std::all_of(unit.instructions.begin(), unit.instructions.end(),
                     [](const Instruction &instruction) { return instruction.opcode.empty(); });
}

Error no_instructions(const ParsedUnit &unit, const std::string &name) {
  if (!unit.problems.empty())
    return unit.problems.front();
  return {"there is no instruction in it", {name, 0, 0}};
}

struct Text {
  const LlvmTarget *target;
  ReadUnit read;
};

Expected<Text> read_text(std::string_view text, const std::string &name, const DecodeOptions &options) {
  const SyntaxGuess guess = guess_syntax(text);
  const Isa isa = options.isa.value_or(guess.isa);
  const LlvmTarget &target = llvm_target(isa);
  auto read = read_assembly(target, text, name, {options.features_cpu, options.intel_syntax || guess.intel_syntax});
  if (!read)
    return read.error();
  if (nothing_readable(read->unit))
    return no_instructions(read->unit, name);
  return Text{&target, *std::move(read)};
}

void set_origins(ParsedUnit &unit, const std::vector<LineOrigin> &origins) {
  std::unordered_map<int, const LineOrigin *> by_line;
  for (const LineOrigin &origin : origins)
    by_line.emplace(origin.line, &origin);
  for (Instruction &instruction : unit.instructions)
    if (const auto found = by_line.find(instruction.line); found != by_line.end()) {
      instruction.source = found->second->source;
      instruction.inlined_at = found->second->inlined_at;
    }
}

} // namespace

Expected<DecodedInput> decode_assembly(std::string_view text, const std::string &name, const DecodeOptions &options) {
  auto read = read_text(text, name, options);
  if (!read)
    return read.error();
  auto kernels = select_kernels(read->read.unit, name, options.regions, options.max_paths_per_loop);
  if (!kernels)
    return kernels.error();
  DecodedInput made;
  made.isa = read->read.unit.isa;
  made.problems = read->read.unit.problems;
  made.kernels = *std::move(kernels);
  fill_costs(made.kernels, *read->target, read->read, options);
  return made;
}

Expected<DecodedInput> decode_function(std::string_view text, const std::string &function,
                                       const std::vector<KnownLoop> &loops, const std::vector<LineOrigin> &origins,
                                       const DecodeOptions &options) {
  auto read_or_error = read_text(text, function, options);
  if (!read_or_error)
    return read_or_error.error();
  Text read = *std::move(read_or_error);
  set_origins(read.read.unit, origins);
  DecodedInput made;
  made.isa = read.read.unit.isa;
  made.problems = read.read.unit.problems;
  for (const KnownLoop &loop : loops)
    for (Kernel &kernel : kernels_of_loop(read.read.unit, loop, options.max_paths_per_loop)) {
      if (kernel.function.empty())
        kernel.function = function;
      made.kernels.push_back(std::move(kernel));
    }
  fill_costs(made.kernels, *read.target, read.read, options);
  return made;
}

} // namespace osaca
