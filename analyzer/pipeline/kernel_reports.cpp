#include "pipeline/kernel_reports.h"

#include "analysis/analyze_kernel.h"
#include "analysis/roofline/roofline.h"
#include "analysis/vector_gain.h"
#include "base/index.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace osaca {

namespace {

using LineKey = std::vector<int>;

LineKey line_key_of(const Kernel &kernel) {
  LineKey key;
  for (const Instruction &instruction : kernel.instructions)
    key.push_back(instruction.line);
  return key;
}

/// Kernels from objects have no lines, so they cannot be compared.
bool has_lines(const LineKey &key) {
  for (int line : key)
    if (line > 0)
      return true;
  return false;
}

bool has_given_name(const Kernel &kernel) { return !kernel.name.empty() && kernel.name.find("line ") != 0; }

} // namespace

std::vector<Kernel> without_duplicates(std::vector<Kernel> kernels) {
  std::vector<Kernel> out;
  std::map<LineKey, std::size_t> seen;
  for (Kernel &kernel : kernels) {
    LineKey key = line_key_of(kernel);
    if (!has_lines(key)) {
      out.push_back(std::move(kernel));
      continue;
    }
    const auto [known, is_new] = seen.emplace(std::move(key), out.size());
    if (is_new)
      out.push_back(std::move(kernel));
    else if (has_given_name(kernel) && !has_given_name(out[known->second]))
      out[known->second] = std::move(kernel);
  }
  return out;
}

std::vector<std::vector<LoopRole>> numbered_roles(const Capture &capture) {
  // Copies are machine loops of the same source loop (see is_same_source_loop()), wherever it was inlined.
  using Key = std::tuple<int, std::string, std::string, int, LoopRole>;
  const auto key_of = [&capture](const Capture::Loop &loop) {
    const std::string place = loop.location >= 0 ? capture.locations[at(loop.location)].text() : "";
    return Key{loop.annotation, place, loop.written.place.text(), loop.part.number, loop.role};
  };
  std::map<Key, int> count;
  for (const Capture::Function &function : capture.functions)
    for (const Capture::Loop &loop : function.loops)
      ++count[key_of(loop)];
  std::map<Key, int> number;
  std::vector<std::vector<LoopRole>> roles;
  for (const Capture::Function &function : capture.functions) {
    std::vector<LoopRole> &of_function = roles.emplace_back();
    for (const Capture::Loop &loop : function.loops) {
      const Key key = key_of(loop);
      LoopRole role = loop.role;
      if (count[key] > 1) {
        role.copy = ++number[key];
        role.copies = count[key];
      }
      of_function.push_back(std::move(role));
    }
  }
  return roles;
}

DecodeOptions decode_options(const ResolvedArchs &archs, const AnalyzeOptions &options) {
  DecodeOptions out;
  if (!archs.models.empty())
    out.isa = archs.models.front().data().isa;
  out.scheduling_cpus = archs.scheduling_cpus;
  out.intel_syntax = options.intel_syntax;
  out.regions.functions = options.functions;
  if (options.all_loops)
    out.regions.mode = RegionSelection::Mode::loops;
  if (options.whole_functions)
    out.regions.mode = RegionSelection::Mode::whole;
  out.regions.path = options.path;
  if (!options.lines.empty()) {
    out.regions.mode = RegionSelection::Mode::lines;
    out.regions.lines = options.lines;
  }
  return out;
}

std::vector<FormCosts> form_costs(const ResolvedArchs &archs) {
  std::vector<FormCosts> costs;
  for (std::size_t a = 0; a < archs.models.size(); ++a)
    costs.emplace_back(archs.models[a], archs.compiler_indices[a])
        .set_calls(a < archs.calls.size() ? archs.calls[a] : nullptr);
  return costs;
}

namespace {

void leave_out_absent(const Kernel &kernel, const CompilerFigures &compiler, FormCosts &costs) {
  for (const Instruction &instruction : kernel.instructions)
    costs.leave_out_absent(instruction,
                           [&](const NamesOfCore &names) { return compiler.is_on_core(names, instruction.number); });
}

/// The peak of a core must not be that of vectors which it does not have.
void leave_out_absent_peaks(const CompilerFigures &compiler, FormCosts &costs) {
  for (std::string &opcode : peak_opcodes(costs.model())) {
    Instruction instruction;
    instruction.opcode = std::move(opcode);
    costs.leave_out_absent(instruction,
                           [&](const NamesOfCore &names) { return compiler.is_on_core(names, instruction.opcode); });
  }
}

void ask_compiler(Kernel &kernel, const CompilerFigures &compiler, std::vector<FormCosts> &costs) {
  for (Instruction &instruction : kernel.instructions)
    if (std::ranges::any_of(costs, [&](FormCosts &of_arch) { return of_arch.form_of(instruction).listed == nullptr; }))
      instruction.compiler_costs = compiler.costs_of(instruction);
}

} // namespace

void append_kernel_reports(Report &report, std::vector<Kernel> &kernels, const CompilerFigures &compiler,
                           std::vector<FormCosts> &costs, const AnalyzeOptions &options,
                           const std::vector<DataPlace> &data_of_annotations) {
  KernelAnalysisOptions kernel_options{.equal_port_split = options.equal_port_split,
                                       .flag_dependencies = options.flag_dependencies,
                                       .ignore_unknown = options.ignore_unknown,
                                       .timeline_iterations = options.timeline_iterations,
                                       .notes_missing_timeline = options.notes_missing_timeline,
                                       .mispredicted = options.mispredicted,
                                       .clock_ghz = options.clock_ghz,
                                       .data = {}};
  const std::size_t first = report.kernels.size();
  for (FormCosts &of_arch : costs)
    leave_out_absent_peaks(compiler, of_arch);
  for (Kernel &kernel : kernels) {
    for (FormCosts &of_arch : costs)
      leave_out_absent(kernel, compiler, of_arch);
    ask_compiler(kernel, compiler, costs);
    if (options.code_boundary > 0)
      kernel.place = kernel.place.beginning_at(static_cast<std::uint64_t>(options.code_boundary));
    kernel_options.data = options.data;
    if (kernel.annotation >= 0 && at(kernel.annotation) < data_of_annotations.size())
      kernel_options.data = joined_places(data_of_annotations[at(kernel.annotation)], options.data);
    for (FormCosts &of_arch : costs)
      report.kernels.push_back(analyze_kernel(kernel, of_arch, kernel_options));
  }
  if (!kernels.empty())
    compare_vectors(report.kernels, first, kernels.front().options.compiler);
}

} // namespace osaca
