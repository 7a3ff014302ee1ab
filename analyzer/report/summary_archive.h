// The fields of a report without details, for writing and reading them as bytes (base/byte_archive.h).
#pragma once

#include "base/byte_archive.h"
#include "report/report.h"

#include <cmath>
#include <limits>
#include <string>
#include <variant>

namespace osaca {

/// A figure that is finite. (JSON has no others.)
template <class Archive> void visit_finite(Archive &archive, double &value) {
  archive.number(value);
  if (!std::isfinite(value))
    archive.fail();
}

template <class Archive> void visit(Archive &archive, Cycles &value) {
  std::int64_t numerator = value.numerator();
  std::int64_t denominator = value.denominator();
  archive.number(numerator);
  archive.number(denominator);
  if constexpr (Archive::reads) {
    if (denominator <= 0 || numerator == std::numeric_limits<std::int64_t>::min())
      return archive.fail();
    value = denominator == 1 ? Cycles(numerator) : Cycles(numerator, denominator);
  }
}

template <class Archive, class T> void visit(Archive &archive, Boxed<T> &value) {
  bool held = value.has_value();
  archive.number(held);
  if (held && archive.ok())
    visit(archive, value ? *value : value.emplace());
}

/// A variant that holds an `Only`, as in all reports that were read from files.
template <class Only, class Archive, class Variant> void visit_only(Archive &archive, Variant &value) {
  if (auto *held = std::get_if<Only>(&value))
    return visit(archive, *held);
  archive.fail();
}

/// The value for a reader to fill, or for a writer, which changes nothing.
template <class Archive, class T> T &contents(Archive & /*archive*/, Shared<T> &value) {
  if constexpr (Archive::reads)
    return value.edit();
  else
    return const_cast<T &>(*value); // NOLINT: a writer changes nothing
}

template <class Archive> void visit(Archive &archive, SourceLocation &value) {
  visit(archive, value.file);
  visit(archive, value.line);
  visit(archive, value.column);
}

template <class Archive> void visit(Archive &archive, Error &value) {
  visit(archive, value.message);
  visit(archive, value.where);
}

// Findings.

template <class Archive> void visit(Archive &archive, WrittenFinding &value) {
  visit(archive, value.message);
  visit(archive, value.advice);
}

template <class Archive> void visit(Archive &archive, WrittenStep &value) { visit(archive, value.text); }

template <class Archive> void visit(Archive &archive, FindingStep &value) {
  visit(archive, value.where);
  visit_only<WrittenStep>(archive, value.what);
}

template <class Archive> void visit(Archive &archive, Shared<FindingFacts> &value) {
  if constexpr (Archive::reads)
    value = archive.finding_facts();
  else
    visit_only<WrittenFinding>(archive, contents(archive, value));
}

template <class Archive> void visit_steps(Archive &archive, Shared<std::vector<FindingStep>> &value) {
  if constexpr (Archive::reads)
    if (!archive.keeps_steps()) {
      FindingStep skipped;
      for (std::uint32_t left = archive.count(0); left > 0 && archive.ok(); --left)
        visit(archive, skipped);
      return;
    }
  visit(archive, contents(archive, value));
}

template <class Archive> void visit(Archive &archive, Finding &value) {
  visit(archive, value.rule);
  visit_enum(archive, value.severity, Severity::error);
  visit(archive, value.where);
  visit(archive, value.instructions);
  visit(archive, value.facts);
  bool has_steps = !value.steps->empty();
  archive.number(has_steps);
  if (has_steps)
    visit_steps(archive, value.steps);
}

template <class Archive> void visit(Archive &archive, Shared<Finding> &value) {
  visit(archive, contents(archive, value));
}

template <class Archive> void visit(Archive &archive, AnnotationReport &value) {
  visit(archive, value.source);
  visit_enum(archive, value.status, AnnotationStatus::not_a_loop);
  visit(archive, value.reason);
  visit(archive, value.kernels);
  visit(archive, value.findings);
  visit_enum(archive, value.requested_by, RequestedBy::all);
}

// What the compiler knows.

template <class Archive> void visit(Archive &archive, LoopRole &value) {
  visit_enum(archive, value.kind, LoopRole::Kind::foreign);
  visit(archive, value.copy);
  visit(archive, value.copies);
  visit_enum(archive, value.reading, LoopRole::Reading::in_a_row);
  visit(archive, value.foreign_name);
}

template <class Archive> void visit(Archive &archive, PathShare &value) {
  visit_finite(archive, value.probability);
  visit_finite(archive, value.followed);
}

template <class Archive> void visit(Archive &archive, LoopFrequency &value) {
  visit_enum(archive, value.source, LoopFrequency::Source::profile);
  visit_finite(archive, value.iterations);
  visit_finite(archive, value.entries);
}

template <class Archive> void visit(Archive &archive, CodeMix &value) {
  for (int *count : {&value.instructions, &value.calls, &value.branches, &value.arithmetic, &value.loads,
                     &value.strided_accesses, &value.narrow_accesses})
    visit(archive, *count);
}

template <class Archive> void visit(Archive &archive, WrittenElsewhere &value) {
  visit(archive, value.function);
  visit(archive, value.place);
}

// Figures.

template <class Archive> void visit(Archive &archive, Mispredictions &value) {
  visit_enum(archive, value.rate_source, Mispredictions::RateSource::profile);
  visit(archive, value.branches);
  visit_finite(archive, value.rate);
  visit_finite(archive, value.per_iteration);
  visit(archive, value.cycles_each);
}

template <class Archive> void visit(Archive &archive, CodePlacement &value) {
  visit_enum(archive, value.known, CodePlacement::Known::address);
  visit(archive, value.boundary_bytes);
  visit(archive, value.bytes_past_boundary);
  visit(archive, value.block_bytes);
  visit(archive, value.least);
  visit(archive, value.most);
}

template <class Archive> void visit(Archive &archive, ShortRuns &value) {
  visit(archive, value.iterations);
  visit(archive, value.outer_cycles);
  visit(archive, value.long_cycles);
  visit_enum(archive, value.long_bound, BoundKind::memory);
}

template <class Archive> void visit(Archive &archive, ExampleOfShortRuns &value) {
  visit(archive, value.iterations);
  visit(archive, value.cycles);
}

template <class Archive> void visit(Archive &archive, UnalignedArrays &value) {
  visit(archive, value.bytes_past_line);
  visit(archive, value.cycles);
}

template <class Archive> void visit(Archive &archive, CyclesRange &value) {
  visit(archive, value.low);
  visit(archive, value.high);
}

template <class Archive> void visit(Archive &archive, RangeCause &value) {
  visit_enum(archive, value.kind, RangeCause::Kind::memory_renaming);
  visit(archive, value.range);
  visit(archive, value.instructions);
}

template <class Archive> void visit(Archive &archive, Uncertainty &value) {
  visit(archive, value.range);
  visit(archive, value.causes);
}

template <class Archive> void visit(Archive &archive, WrittenExplanation &value) { visit(archive, value.text); }

template <class Archive> void visit(Archive &archive, Bound &value) {
  visit_enum(archive, value.kind, BoundKind::memory);
  visit(archive, value.cycles);
  if constexpr (Archive::reads)
    value.facts = archive.bound_facts();
  else
    visit_only<WrittenExplanation>(archive, contents(archive, value.facts));
}

template <class Archive> void visit(Archive &archive, ArgumentLatency &value) {
  visit(archive, value.reg);
  visit(archive, value.cycles);
}

template <class Archive> void visit(Archive &archive, ResultLatency &value) {
  visit(archive, value.reg);
  visit(archive, value.cycles);
  visit(archive, value.from_arguments);
}

template <class Archive> void visit(Archive &archive, CallFigure &value) {
  visit(archive, value.core);
  visit(archive, value.library);
  visit(archive, value.argument_class);
  visit(archive, value.is_estimated);
  visit(archive, value.cycles);
  visit(archive, value.bytes);
}

template <class Archive> void visit(Archive &archive, CalledFunction &value) {
  visit(archive, value.name);
  visit_enum(archive, value.status, CallStatus::too_long);
  visit(archive, value.caller);
  visit(archive, value.calls);
  visit(archive, value.instructions);
  visit(archive, value.cycles);
  visit(archive, value.figure);
}

// Memory.

template <class Archive> void visit(Archive &archive, RegisterStep &value) {
  visit(archive, value.reg);
  visit(archive, value.factor);
  visit(archive, value.bytes);
}

template <class Archive> void visit(Archive &archive, MemoryStream &value) {
  visit(archive, value.array);
  visit_enum(archive, value.kind, StreamKind::unknown);
  visit(archive, value.step_bytes);
  visit(archive, value.bytes_per_iteration);
  visit(archive, value.reads);
  visit(archive, value.writes);
  visit(archive, value.is_streaming_store);
  visit(archive, value.instructions);
  visit(archive, value.lines_per_iteration);
  visit(archive, value.register_step);
}

template <class Archive> void visit(Archive &archive, MemoryLevelFigures &value) {
  visit(archive, value.name);
  visit(archive, value.bytes);
  visit(archive, value.cycles_per_iteration);
  visit(archive, value.most_cycles);
  visit(archive, value.lower_bound_only);
  for (Cycles *lines : {&value.traffic.lines_read, &value.traffic.lines_written, &value.traffic.lines_crowded,
                        &value.traffic.lines_unchanged})
    visit(archive, *lines);
  visit(archive, value.leg_cycles);
  visit_enum(archive, value.bound_by, MemoryBoundKind::streaming_stores);
  visit(archive, value.transfers_of);
  visit(archive, value.domain_cycles);
  visit(archive, value.saturating_cores);
  visit_enum(archive, value.origin, Origin::unknown);
  visit(archive, value.source_of_figures);
}

template <class Archive> void visit(Archive &archive, LayerCondition &value) {
  visit(archive, value.array);
  visit(archive, value.level);
  visit(archive, value.rows);
  visit(archive, value.most_row_bytes);
  visit(archive, value.row_bytes);
  visit(archive, value.lines_saved);
}

template <class Archive> void visit(Archive &archive, Footprint &value) {
  visit(archive, value.bytes);
  visit(archive, value.sweeps);
  visit(archive, value.nearest_level);
}

template <class Archive> void visit(Archive &archive, MemoryReport &value) {
  visit(archive, value.line_bytes);
  visit(archive, value.streams);
  visit(archive, value.levels);
  visit(archive, value.layer_conditions);
  visit(archive, value.memory_bound_from);
  visit(archive, value.data_in);
  visit_enum(archive, value.data_in_source, DataLevelSource::trip_counts);
  visit(archive, value.footprint);
}

// Loops.

template <class Archive> void visit(Archive &archive, DetailSummary &value) {
  visit(archive, value.kernel);
  visit(archive, value.instruction_count);
  visit(archive, value.unknown_count);
  visit(archive, value.is_inlined);
  visit(archive, value.has_stalls);
  visit(archive, value.opcodes);
  archive.number(value.code.value);
}

template <class Archive> void visit_identity(Archive &archive, KernelReport &value) {
  visit(archive, value.name);
  visit(archive, value.function);
  visit(archive, value.source);
  visit(archive, value.input);
  visit(archive, value.role);
  visit(archive, value.path.written);
  visit(archive, value.path_number);
  visit(archive, value.path_count);
  visit(archive, value.paths_truncated);
  visit(archive, value.path_share);
  visit(archive, value.frequency);
  visit(archive, value.mix);
  visit(archive, value.not_vectorised);
  visit(archive, value.written);
  visit(archive, value.part.number);
  visit(archive, value.part.count);
  visit(archive, value.arch);
  visit(archive, value.arch_title);
  visit(archive, value.figures_version);
  visit(archive, value.annotation);
}

template <class Archive> void visit_figures(Archive &archive, KernelReport &value) {
  visit(archive, value.cycles_per_iteration);
  visit(archive, value.short_runs);
  visit(archive, value.example_of_short_runs);
  visit(archive, value.unaligned_arrays);
  visit(archive, value.uncertainty);
  visit_enum(archive, value.bound_by, BoundKind::memory);
  visit(archive, value.bound_is_known);
  visit(archive, value.simulated_cycles);
  visit(archive, value.source_iterations);
  visit(archive, value.vector_bits);
  visit(archive, value.complete);
  visit(archive, value.is_function);
  visit(archive, value.result_latencies);
  visit(archive, value.branches_back);
  visit(archive, value.placement);
  visit(archive, value.bounds);
  visit(archive, value.critical_path.cycles);
  visit(archive, value.critical_path.iterations);
  visit(archive, value.mispredictions);
  visit(archive, value.calls);
  visit(archive, value.memory);
}

template <class Archive> void visit(Archive &archive, KernelReport &value) {
  visit_identity(archive, value);
  visit_figures(archive, value);
  visit(archive, value.findings);
  visit(archive, value.findings_if_hot);
  visit(archive, value.summary);
}

template <class Archive> void visit(Archive &archive, std::set<std::string> &values) {
  std::vector<std::string> list(values.begin(), values.end());
  visit(archive, list);
  if constexpr (Archive::reads)
    values.insert(list.begin(), list.end());
}

template <class Archive> void visit(Archive &archive, Report &value) {
  visit(archive, value.kernels);
  visit(archive, value.annotated);
  visit(archive, value.problems);
  visit(archive, value.notes);
  visit(archive, value.compilers);
  visit(archive, value.files_of_instructions);
}

} // namespace osaca
