// Compares the vector body of a loop with its scalar code.
#include "analysis/vector_gain.h"

#include "base/index.h"
#include "report/rules.h"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

namespace osaca {
namespace {

constexpr int widest_element_bytes = 8;

/// Whether its figure is that of the core. With the data far away, both kinds of code wait for it.
bool has_figures(const KernelReport &report) {
  return report.complete && report.bound_by != BoundKind::memory && report.source_iterations.value_or(0) > 0 &&
         !report.cycles_per_iteration.is_zero() && report.path_count == 1;
}

Cycles per_source_iteration(const KernelReport &report) {
  return report.cycles_per_iteration / Cycles(*report.source_iterations);
}

bool are_of_one_loop(const KernelReport &a, const KernelReport &b) {
  return a.arch == b.arch && a.function == b.function && a.annotation == b.annotation && a.source == b.source &&
         a.part == b.part;
}

/// The distance between the elements of successive source iterations, if it is larger than an element, so that the
/// array is one of structures. 0: there is no such array.
std::int64_t structure_bytes(const KernelReport &scalar) {
  std::int64_t widest = 0;
  if (scalar.memory)
    for (const MemoryStream &stream : scalar.memory->streams)
      if (stream.step_bytes)
        widest = std::max(widest, std::abs(*stream.step_bytes) / *scalar.source_iterations);
  return widest > widest_element_bytes ? widest : 0;
}

/// The fastest scalar version of the loop. Null: there is none.
const KernelReport *scalar_version_of(const KernelReport &vector, std::span<const KernelReport> reports) {
  const KernelReport *fastest = nullptr;
  for (const KernelReport &report : reports)
    if (report.role.is_secondary() && report.vector_bits == 0 && has_figures(report) &&
        are_of_one_loop(vector, report) &&
        (fastest == nullptr || per_source_iteration(report) < per_source_iteration(*fastest)))
      fastest = &report;
  return fastest;
}

} // namespace

void compare_vectors(std::vector<KernelReport> &reports, std::size_t first, CompilerOptions::Compiler compiler) {
  for (std::size_t i = first; i < reports.size(); ++i) {
    KernelReport &vector = reports[i];
    if (vector.role.kind != LoopRole::Kind::vector_body || !has_figures(vector))
      continue;
    const KernelReport *scalar = scalar_version_of(vector, std::span(reports).subspan(first));
    if (scalar == nullptr || per_source_iteration(vector) < per_source_iteration(*scalar))
      continue;
    Finding finding;
    finding.rule = "osaca-no-vector-gain";
    finding.severity = find_rule(finding.rule)->severity;
    finding.where = vector.source;
    finding.facts = VectorsWithoutGain{.vectors = per_source_iteration(vector),
                                       .scalar = per_source_iteration(*scalar),
                                       .scalar_role = scalar->role.kind,
                                       .structure_bytes = structure_bytes(*scalar),
                                       .compiler = compiler};
    vector.findings.push_back(std::move(finding));
  }
}

} // namespace osaca
