#include "pipeline/pipeline.h"

#include "base/format.h"
#include "decode/dialect/dialect.h"
#include "decode/formats/read_image.h"
#include "pipeline/kernel_reports.h"

#include <algorithm>

namespace osaca {
namespace {

constexpr std::size_t largest_text_bytes = 256U << 20U;

/// Empty: the machine is unknown or not supported.
std::optional<Isa> isa_of_machine(Machine machine) {
  switch (machine) {
  case Machine::x86_64: return Isa::x86_64;
  case Machine::aarch64: return Isa::aarch64;
  case Machine::riscv64: return Isa::riscv64;
  case Machine::other: break;
  }
  return std::nullopt;
}

/// Readable and not empty.
bool has_kernels(const Expected<DecodedInput> &input) { return input && !input->nothing; }

Expected<DecodedInput> decode_text(AssemblyDecoder &assembly, const std::string &bytes, const std::string &name,
                                   const DecodeOptions &options) {
  if (bytes.find('\0') == std::string::npos)
    return assembly.decode(bytes, name, options);
  std::string text = bytes; // a zero would end the text
  std::ranges::replace(text, '\0', ' ');
  return assembly.decode(text, name, options);
}

std::size_t instruction_count(const DecodedInput &input) {
  std::size_t count = 0;
  for (const Kernel &kernel : input.kernels)
    count += kernel.instructions.size();
  return count;
}

/// The user's choice of the ISA is used, unless the text is clearly for another one: reading it as that ISA gives fewer
/// problems.
std::optional<Isa> better_isa(AssemblyDecoder &assembly, const std::string &bytes, const std::string &name,
                              const Expected<DecodedInput> &first, DecodeOptions options) {
  if (has_kernels(first) && first->problems.size() * 2 <= instruction_count(*first))
    return std::nullopt;
  const std::optional<Isa> assumed = options.isa;
  options.isa = guessed_isa(bytes);
  if (options.isa == assumed)
    return std::nullopt;
  const Expected<DecodedInput> guessed = decode_text(assembly, bytes, name, options);
  if (!has_kernels(guessed))
    return std::nullopt;
  if (has_kernels(first) && guessed->problems.size() >= first->problems.size())
    return std::nullopt;
  return guessed->isa;
}

/// Detects AT&T text that is read as Intel syntax, or the other way round: nearly no line can be read, and the other
/// syntax gives fewer problems.
std::optional<Error> syntax_mismatch(AssemblyDecoder &assembly, const std::string &bytes, const std::string &name,
                                     const Expected<DecodedInput> &first, DecodeOptions options) {
  if (has_kernels(first) && (first->isa != Isa::x86_64 || first->problems.size() * 2 <= instruction_count(*first)))
    return std::nullopt;
  options.intel_syntax = !options.intel_syntax;
  const Expected<DecodedInput> other = decode_text(assembly, bytes, name, options);
  if (!has_kernels(other) || other->problems.size() * 2 > instruction_count(*other))
    return std::nullopt;
  return Error{options.intel_syntax ? "this looks like Intel syntax, but was read as AT&T syntax: pass --syntax INTEL"
                                    : "this looks like AT&T syntax, but was read as Intel syntax: omit --syntax INTEL",
               {name, 0, 0}};
}

} // namespace

std::optional<Error> unusable_text(const std::string &bytes, const std::string &name) {
  const auto error = [&](std::string message) { return Error{std::move(message), {name, 0, 0}}; };
  if (bytes.empty())
    return error("the input is empty");
  if (std::string message = why_no_code(identity_of(bytes).kind); !message.empty())
    return error(std::move(message));
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
    return error("the text is encoded in UTF-16: save it as UTF-8 (in PowerShell: ... | Out-File -Encoding utf8 FILE)");
  if (std::optional<std::string> other = recognise_other_format(bytes))
    return error(*std::move(other));
  if (bytes.size() > largest_text_bytes)
    return error("the text is larger than 256 MiB: pass only the function of interest");
  // A few zeros do not mean that the file is binary: LLVM writes characters unescaped into comments, including zeros of
  // debug information.
  const std::string_view head = std::string_view(bytes).substr(0, 65536);
  constexpr std::ptrdiff_t one_in = 64;
  if (std::ranges::count(head, '\0') * one_in > static_cast<std::ptrdiff_t>(head.size()))
    return error("this is neither assembly text nor a supported file with machine code (ELF, COFF, PE, Mach-O, or "
                 "archives of them)");
  return std::nullopt;
}

Worker::Worker(const AnalyzeOptions &options, const ResolvedArchs &archs)
    : options_(options), archs_(archs), costs_(form_costs(archs)), decoding_(decode_options(archs, options)),
      objects_(decoding_) {}

Error Worker::isa_mismatch(Isa input, const std::string &name) const {
  const std::string found = format_text("this is {} code", name_of(input));
  const MachineModel &model = archs_.models.front();
  if (!has_archs())
    return {found + ": specify a core with --arch ('osaca models' lists all names)", {name, 0, 0}};
  return {format_text("{}, but '{}' is a core of {}: choose another --arch", found, model.name(),
                      name_of(model.data().isa)),
          {name, 0, 0}};
}

bool Worker::is_for_this_isa(Machine machine) const { return isa_of_machine(machine) == isa(); }

std::optional<Error> Worker::error_of_other_isa(Machine machine, const std::string &name) const {
  const std::optional<Isa> found = isa_of_machine(machine);
  return found && *found != isa() ? std::optional(isa_mismatch(*found, name)) : std::nullopt;
}

Expected<Analysed> Worker::analyze_text(const std::string &bytes, const std::string &name) {
  Expected<DecodedInput> input_or_error = decode_text(assembly_, bytes, name, decoding_);
  if (const std::optional<Isa> other = better_isa(assembly_, bytes, name, input_or_error, decoding_))
    return isa_mismatch(*other, name);
  if (isa() == Isa::x86_64)
    if (std::optional<Error> error = syntax_mismatch(assembly_, bytes, name, input_or_error, decoding_))
      return *std::move(error);
  if (!input_or_error)
    return input_or_error.error();
  DecodedInput input = *std::move(input_or_error);
  if (input.isa != isa())
    return isa_mismatch(input.isa, name);
  Analysed made;
  made.report.problems = std::move(input.problems);
  made.report.notes = std::move(input.notes);
  made.nothing = std::move(input.nothing);
  made.unmatched = std::move(input.unmatched);
  made.named = std::move(input.named);
  std::vector<Kernel> kernels = without_duplicates(std::move(input.kernels));
  append_kernel_reports(made.report, kernels, input.compiler, costs_, options_);
  return made;
}

Report Worker::analyze_group(const ObjectPlan &plan, std::size_t group) {
  Report report;
  Expected<DecodedInput> input_or_error = objects_.decode(plan, group);
  if (!input_or_error) {
    report.problems.push_back(input_or_error.error());
    return report;
  }
  DecodedInput input = *std::move(input_or_error);
  report.problems = std::move(input.problems);
  std::vector<Kernel> kernels = without_duplicates(std::move(input.kernels));
  append_kernel_reports(report, kernels, input.compiler, costs_, options_);
  return report;
}

void Worker::add_reports(Report &report, std::vector<Kernel> &kernels, const CompilerFigures &compiler,
                         const std::vector<DataPlace> &data) {
  append_kernel_reports(report, kernels, compiler, costs_, options_, data);
}

void Worker::sort_kernels(Report &report) const {
  if (options_.lines.empty()) // kernels selected by line keep the given order
    std::ranges::stable_sort(report.kernels,
                             [](const KernelReport &a, const KernelReport &b) { return a.input.line < b.input.line; });
}

std::vector<std::string> Worker::notes() const {
  if (has_archs())
    return {};
  return {note_on_host_core(archs_, "--arch")};
}

} // namespace osaca
