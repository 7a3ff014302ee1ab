#include "render/json/baseline.h"

#include "render/json/json_writer.h"

#include <map>

namespace osaca {
namespace {

/// A decimal where that is exact, else a fraction: "4", "3.25", "13/3".
std::string exact_text(Cycles cycles) {
  constexpr int most_digits = 6;
  const std::string decimal = cycles.text(most_digits);
  if (cycles.denominator() == 1)
    return std::to_string(cycles.numerator());
  if (Cycles::parse(decimal) == cycles)
    return decimal;
  return std::to_string(cycles.numerator()) + "/" + std::to_string(cycles.denominator());
}

void write(JsonWriter &out, const LoopRecord &loop) {
  const auto unless_empty = [&out](std::string_view name, const auto &value) {
    if (!value.empty())
      out.field(name, value);
  };
  out.object([&] {
    out.field("file", loop.file);
    out.field("line", loop.line);
    unless_empty("function", loop.function);
    unless_empty("role", name_of(loop.role));
    out.field("arch", loop.arch);
    out.field("cycles_per_iteration", exact_text(loop.figures.cycles_per_iteration));
    if (loop.figures.source_iterations)
      out.field("source_iterations", *loop.figures.source_iterations);
    out.field("bound_by", name_of(loop.figures.bound_by));
    if (!loop.figures.complete)
      out.field("lower_bound_only", true);
    if (loop.figures.vector_bits > 0)
      out.field("vector_bits", loop.figures.vector_bits);
    unless_empty("data_in", loop.figures.data_level);
    if (loop.unknown_paths) {
      out.field("paths", loop.unknown_paths->count);
      out.field("fastest_path", exact_text(loop.unknown_paths->least_cycles));
    } else if (loop.figures.paths_in_mean > 1) {
      out.field("paths", loop.figures.paths_in_mean);
    }
    unless_empty("accepted", loop.accepted);
    out.field("id", loop.id);
    unless_empty("source_text_hash", loop.source_text_hash);
    unless_empty("opcodes_hash", loop.opcodes_hash);
    unless_empty("code_hash", loop.code_hash);
  });
}

/// Once per core.
void write_figures_versions(JsonWriter &out, const Baseline &baseline) {
  std::map<std::string, std::string> versions;
  for (const LoopRecord &loop : baseline.loops)
    if (!loop.figures_version.empty())
      versions.emplace(loop.arch, loop.figures_version);
  out.key("figures_versions");
  out.object([&] {
    for (const auto &[arch, version] : versions)
      out.field(arch, version);
  });
}

} // namespace

std::string render_baseline(const Baseline &baseline) {
  JsonWriter out;
  out.object([&] {
    out.field("schema", "osaca-baseline-2");
    write_figures_versions(out, baseline);
    if (!baseline.compilers.empty())
      out.field("compilers", baseline.compilers);
    out.key("loops");
    out.array(baseline.loops, [&](const LoopRecord &loop) { write(out, loop); });
    if (!baseline.accepted.empty()) {
      out.key("accepted");
      out.array(baseline.accepted, [&](const AcceptedFinding &finding) {
        out.object([&] {
          out.field("rule", finding.rule);
          out.field("file", finding.file);
          out.field("line", finding.line);
          out.field("fingerprint", finding.fingerprint);
        });
      });
    }
  });
  return out.take() + "\n";
}

} // namespace osaca
