#include "decode/decoder.h"

#include "decode/assembly/assembly_reader.h"
#include "decode/cost_filler.h"
#include "decode/assembly/isa_guess.h"
#include "loops/regions.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace osaca {
namespace {

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

void tell_what_is_missing(const ParsedUnit &unit, const std::string &name, const std::vector<std::string> &functions,
                          DecodedInput &made) {
  if (made.kernels.empty())
    made.nothing = nothing_to_analyse(unit, name);
  if (functions.empty())
    return;
  made.unmatched = unmatched_names(unit.functions, functions);
  keep_functions(made.kernels, functions);
  if (made.kernels.empty() && !made.nothing)
    made.nothing = no_loop_in(functions, name);
}

} // namespace

/// By instruction set and the CPU whose instructions are accepted: a few.
struct AssemblyDecoder::Readers {
  std::map<std::pair<Isa, std::string>, AssemblyReader> known;

  Expected<Text> read(std::string_view text, const std::string &name, const DecodeOptions &options);
  Expected<AssemblyReader *> reader(const LlvmTarget &target, const std::string &features_cpu);
};

Expected<AssemblyReader *> AssemblyDecoder::Readers::reader(const LlvmTarget &target, const std::string &features_cpu) {
  const std::pair<Isa, std::string> key(target.isa, features_cpu);
  if (const auto found = known.find(key); found != known.end())
    return &found->second;
  auto made = AssemblyReader::create(target, features_cpu);
  if (!made)
    return made.error();
  return &known.emplace(key, *std::move(made)).first->second;
}

Expected<Text> AssemblyDecoder::Readers::read(std::string_view text, const std::string &name,
                                              const DecodeOptions &options) {
  const SyntaxGuess guess = guess_syntax(text);
  const LlvmTarget &target = llvm_target(options.isa.value_or(guess.isa));
  const auto own = reader(target, options.features_cpu);
  if (!own)
    return own.error();
  auto read = (*own)->read(text, name, options.intel_syntax || guess.intel_syntax);
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
  auto read = readers_->read(text, name, options);
  if (!read)
    return read.error();
  auto kernels = options.nothing_is_an_error
                     ? select_kernels(read->read.unit, name, options.regions, options.max_paths_per_loop)
                     : found_kernels(read->read.unit, name, options.regions, options.max_paths_per_loop);
  if (!kernels)
    return kernels.error();
  DecodedInput made;
  made.isa = read->read.unit.isa;
  made.problems = read->read.unit.problems;
  made.kernels = *std::move(kernels);
  if (!options.nothing_is_an_error)
    tell_what_is_missing(read->read.unit, name, options.regions.functions, made);
  fill_costs(made.kernels, *read->target, read->read, options);
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

Expected<DecodedInput> decode_assembly(std::string_view text, const std::string &name, const DecodeOptions &options) {
  return AssemblyDecoder().decode(text, name, options);
}

Expected<DecodedInput> decode_function(std::string_view text, const std::string &function,
                                       const std::vector<KnownLoop> &loops, const std::vector<LineOrigin> &origins,
                                       const DecodeOptions &options) {
  return AssemblyDecoder().decode_function(text, function, loops, origins, options);
}

} // namespace osaca
