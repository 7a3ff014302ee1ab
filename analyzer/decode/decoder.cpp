#include "decode/decoder.h"

#include "decode/assembly/assembly_reader.h"
#include "decode/dialect/syntax_guess.h"
#include "decode/unit_figures.h"
#include "loops/regions.h"
#include "loops/vector_types.h"

#include <algorithm>
#include <map>
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
  return {"there is no instruction in it", {name, 0, 0}};
}

struct Text {
  const LlvmTarget *target;
  ReadUnit read;
};

ObjectFormat format_of(Dialect dialect) {
  switch (dialect) {
  case Dialect::apple: return ObjectFormat::macho;
  case Dialect::windows: return ObjectFormat::coff;
  case Dialect::gnu:
  case Dialect::masm:
  case Dialect::nasm: break;
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

} // namespace

/// By target and the CPU whose instructions are accepted: a few.
struct AssemblyDecoder::Readers {
  std::map<std::pair<const LlvmTarget *, std::string>, AssemblyReader> known;

  Expected<Text> read(std::string_view text, const std::string &name, const DecodeOptions &options);
  Expected<AssemblyReader *> reader(const LlvmTarget &target, const std::string &features_cpu);
};

Expected<AssemblyReader *> AssemblyDecoder::Readers::reader(const LlvmTarget &target, const std::string &features_cpu) {
  const std::pair key(&target, features_cpu);
  if (const auto found = known.find(key); found != known.end())
    return &found->second;
  auto made = AssemblyReader::create(target, features_cpu);
  if (!made)
    return made.error();
  return &known.emplace(key, *std::move(made)).first->second;
}

Expected<Text> AssemblyDecoder::Readers::read(std::string_view text, const std::string &name,
                                              const DecodeOptions &options) {
  SyntaxGuess syntax = guess_syntax(text);
  syntax.isa = options.isa.value_or(syntax.isa);
  syntax.intel_syntax = syntax.intel_syntax || options.intel_syntax;
  EditedText edited = as_llvm_reads(text, syntax.dialect);
  const LlvmTarget &target = llvm_target(syntax.isa, format_of(syntax.dialect));
  const auto own = reader(target, options.features_cpu);
  if (!own)
    return own.error();
  auto read = (*own)->read(edited, name, syntax);
  if (!read)
    return read.error();
  if (nothing_readable(read->unit))
    return no_instructions(read->unit, name);
  return Text{&target, *std::move(read)};
}

AssemblyDecoder::AssemblyDecoder() : readers_(std::make_unique<Readers>()) {}
AssemblyDecoder::AssemblyDecoder(AssemblyDecoder &&) noexcept = default;
AssemblyDecoder::~AssemblyDecoder() = default;

Expected<DecodedInput> AssemblyDecoder::decode(std::string_view text, const std::string &name,
                                               const DecodeOptions &options) {
  auto read_or_error = readers_->read(text, name, options);
  if (!read_or_error)
    return read_or_error.error();
  Text read = *std::move(read_or_error);
  auto selected_or_error = select_kernels(read.read.unit, name, options.regions, options.max_paths_per_loop);
  if (!selected_or_error)
    return selected_or_error.error();
  SelectedKernels selected = *std::move(selected_or_error);
  DecodedInput made = input_of(read.read.unit);
  made.problems.insert(made.problems.end(), selected.problems.begin(), selected.problems.end());
  made.kernels = std::move(selected.kernels);
  made.nothing = std::move(selected.nothing);
  made.unmatched = std::move(selected.unmatched);
  set_vector_types(read.read.unit, made.kernels);
  made.compiler = figures_of_unit(*read.target, std::move(read.read.instructions), options.scheduling_cpus);
  return made;
}

Expected<DecodedInput> AssemblyDecoder::decode_function(std::string_view text, const std::string &function,
                                                        const std::vector<KnownLoop> &loops,
                                                        const std::vector<LineOrigin> &origins,
                                                        const DecodeOptions &options) {
  auto read_or_error = readers_->read(text, function, options);
  if (!read_or_error)
    return read_or_error.error();
  Text read = *std::move(read_or_error);
  set_origins(read.read.unit, origins);
  DecodedInput made = input_of(read.read.unit);
  for (const KnownLoop &loop : loops)
    for (Kernel &kernel : kernels_of_loop(read.read.unit, loop, options.max_paths_per_loop)) {
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

} // namespace osaca
