// One input file: text or ELF?, which ISA?, then decode and analyse.
#include "osaca/analyze.h"

#include "pipeline/arch_resolution.h"
#include "pipeline/copies.h"
#include "pipeline/kernel_reports.h"
#include "pipeline/missing_instructions.h"

#include <algorithm>
#include <exception>

namespace osaca {
namespace {

constexpr std::size_t largest_text_bytes = 256U << 20U;

bool is_elf(const std::string &bytes) { return bytes.starts_with("\177ELF"); }

/// What the ELF header says; empty for machines that are not supported.
std::optional<Isa> elf_isa(const std::string &bytes) {
  if (bytes.size() < 20)
    return std::nullopt;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(bytes[i])); };
  const bool little_endian = byte(5) == 1;
  const unsigned machine = little_endian ? byte(18) | byte(19) << 8U : byte(19) | byte(18) << 8U;
  switch (machine) {
  case 62: return Isa::x86_64;
  case 183: return Isa::aarch64;
  case 243: return Isa::riscv64;
  default: return std::nullopt;
  }
}

std::optional<Error> unusable(const std::string &bytes, const std::string &name) {
  const auto error = [&](const char *message) { return Error{message, {name, 0, 0}}; };
  if (bytes.empty())
    return error("the input is empty");
  if (is_elf(bytes))
    return std::nullopt;
  if (bytes.starts_with("!<arch>\n") || bytes.starts_with("!<thin>\n"))
    return error("this is an archive of objects: extract the object of interest first (ar x)");
  if (bytes.starts_with("BC\xC0\xDE"))
    return error("this is LLVM bitcode: compile it to assembly first (llc or clang -S)");
  if (bytes.size() > largest_text_bytes)
    return error("more than 256 MiB of text: give the function of interest only");
  // A few are no sign of a binary: LLVM's comments show characters as they are, zeros of debug information too.
  const std::string_view head = std::string_view(bytes).substr(0, 65536);
  constexpr std::ptrdiff_t one_in = 64;
  if (std::count(head.begin(), head.end(), '\0') * one_in > static_cast<std::ptrdiff_t>(head.size()))
    return error("this is neither assembly text nor an ELF file");
  return std::nullopt;
}

Expected<DecodedInput> decode(AssemblyDecoder &assembly, const std::string &bytes, const std::string &name,
                              const DecodeOptions &options) {
  if (is_elf(bytes))
    return decode_object(bytes, name, options);
  if (bytes.find('\0') == std::string::npos)
    return assembly.decode(bytes, name, options);
  std::string text = bytes; // where a zero would end it
  std::replace(text.begin(), text.end(), '\0', ' ');
  return assembly.decode(text, name, options);
}

Error isa_mismatch(Isa input, const ResolvedArchs &archs, bool asked, const std::string &name) {
  const std::string found = "this is " + std::string(name_of(input)) + " code";
  const MachineModel &model = archs.models.front();
  if (!asked)
    return {found + ": name the core to analyse it for with --arch ('osaca models' lists them)", {name, 0, 0}};
  return {found + ", but '" + model.name() + "' is a core of " + std::string(name_of(model.data().isa)) +
              ": choose another --arch",
          {name, 0, 0}};
}

std::size_t instruction_count(const DecodedInput &input) {
  std::size_t count = 0;
  for (const Kernel &kernel : input.kernels)
    count += kernel.instructions.size();
  return count;
}

/// The user's word on the ISA counts, unless the text plainly is another one's: then reading it as what it looks like
/// gives fewer problems.
std::optional<Isa> better_isa(AssemblyDecoder &assembly, const std::string &bytes, const std::string &name,
                              const Expected<DecodedInput> &first, DecodeOptions options) {
  if (first && first->problems.size() * 2 <= instruction_count(*first))
    return std::nullopt;
  const std::optional<Isa> assumed = options.isa;
  options.isa.reset();
  const Expected<DecodedInput> guessed = decode(assembly, bytes, name, options);
  if (!guessed || guessed->isa == assumed)
    return std::nullopt;
  if (first && guessed->problems.size() >= first->problems.size())
    return std::nullopt;
  return guessed->isa;
}

/// AT&T text read as Intel's, or the other way round: nearly no line can be read, and the other syntax has fewer
/// problems.
std::optional<Error> syntax_mismatch(AssemblyDecoder &assembly, const std::string &bytes, const std::string &name,
                                     const Expected<DecodedInput> &first, DecodeOptions options) {
  if (first && (first->isa != Isa::x86_64 || first->problems.size() * 2 <= instruction_count(*first)))
    return std::nullopt;
  options.intel_syntax = !options.intel_syntax;
  const Expected<DecodedInput> other = decode(assembly, bytes, name, options);
  if (!other || other->problems.size() * 2 > instruction_count(*other))
    return std::nullopt;
  return Error{options.intel_syntax ? "this looks like Intel syntax, but was read as AT&T's: use --syntax INTEL"
                                    : "this looks like AT&T syntax, but was read as Intel's: leave out --syntax INTEL",
               {name, 0, 0}};
}

} // namespace

struct Analyzer::State {
  AnalyzeOptions options;
  Expected<ResolvedArchs> archs;
  DecodeOptions decoding;
  std::vector<FormCosts> costs;
  AssemblyDecoder assembly;

  [[nodiscard]] Expected<Report> analyze(const std::string &bytes, const std::string &name);
};

Expected<Report> Analyzer::State::analyze(const std::string &bytes, const std::string &name) {
  if (std::optional<Error> error = unusable(bytes, name))
    return *std::move(error);
  if (!archs)
    return archs.error();
  const Isa wanted = archs->models.front().data().isa;
  const bool asked = !options.archs.empty();
  if (is_elf(bytes))
    if (const std::optional<Isa> isa = elf_isa(bytes); isa && *isa != wanted)
      return isa_mismatch(*isa, *archs, asked, name);
  Expected<DecodedInput> input = decode(assembly, bytes, name, decoding);
  if (!is_elf(bytes))
    if (const std::optional<Isa> isa = better_isa(assembly, bytes, name, input, decoding))
      return isa_mismatch(*isa, *archs, asked, name);
  if (!is_elf(bytes) && wanted == Isa::x86_64)
    if (std::optional<Error> error = syntax_mismatch(assembly, bytes, name, input, decoding))
      return *std::move(error);
  if (!input)
    return input.error();
  if (input->isa != wanted)
    return isa_mismatch(input->isa, *archs, asked, name);
  Report report;
  report.problems = input->problems;
  report.notes = input->notes;
  append_kernel_reports(report, without_duplicates(std::move(input).value().kernels), costs, options);
  tell_missing_instructions(report, 0, *archs, decoding,
                            [&](const DecodeOptions &again) { return decode(assembly, bytes, name, again); });
  if (!asked && !report.kernels.empty())
    report.notes.push_back(note_on_host_core(*archs, "--arch"));
  return report;
}

Analyzer::Analyzer(AnalyzeOptions options) {
  Expected<ResolvedArchs> archs = resolve_archs(options.archs);
  state_ = std::make_shared<State>(State{std::move(options), std::move(archs), {}, {}, {}});
  if (!state_->archs)
    return;
  state_->decoding = decode_options(*state_->archs, state_->options);
  state_->costs = form_costs(*state_->archs);
  state_->decoding.needs_compiler_costs = [&costs = state_->costs](const Instruction &instruction) {
    return std::any_of(costs.begin(), costs.end(),
                       [&](FormCosts &of_arch) { return of_arch.form_of(instruction).listed == nullptr; });
  };
}

Expected<Report> Analyzer::analyze(const std::string &bytes, const std::string &name) const {
  try {
    return state_->analyze(bytes, name);
  } catch (const std::exception &problem) {
    return Error{std::string("internal error: ") + problem.what(), {name, 0, 0}};
  }
}

Expected<Report> analyze(const std::string &bytes, const std::string &name, const AnalyzeOptions &options) {
  try {
    return Analyzer(options).analyze(bytes, name);
  } catch (const std::exception &problem) {
    return Error{std::string("internal error: ") + problem.what(), {name, 0, 0}};
  }
}

} // namespace osaca
