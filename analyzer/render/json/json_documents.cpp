#include "render/json/json_documents.h"
#include "render/json/report_json.h"

#include "base/format.h"
#include "collection/collection.h"
#include "render/json/json_writer.h"
#include "render/words/words.h"

#include <map>

namespace osaca {

// Numbers of cycles are JSON numbers. Text from the input may contain any bytes; invalid UTF-8 is replaced.

namespace {

void write_report_members(JsonWriter &out, const Report &report) {
  out.key("annotated");
  out.array(report.annotated, [&](const AnnotationReport &annotation) { write(out, annotation); });
  out.key("problems");
  out.array(report.problems, [&](const Error &problem) { write(out, problem); });
  out.field("notes", report.notes);
  if (!report.compilers.empty())
    out.field("compilers", report.compilers);
}

std::string_view name_of(Suppression suppression) {
  switch (suppression) {
  case Suppression::none: return "none";
  case Suppression::in_source: return "in_source";
  case Suppression::by_baseline: return "by_baseline";
  }
  return "none";
}

void write(JsonWriter &out, const CollectedFinding &collected) {
  const Finding &finding = collected.finding;
  out.object([&] {
    out.field("rule", finding.rule);
    out.field("severity", name_of(finding.severity));
    out.field("message", message_of(collected));
    write_place_fields(out, finding.where);
    out.field("fix", advice_of(finding));
    write_steps(out, finding);
    out.field("kernels", collected.loops);
    out.field("fingerprint", collected.fingerprint.text());
    out.field("suppression", name_of(collected.suppression));
    out.field("minor", collected.minor);
  });
}

void write(JsonWriter &out, const UnreportedLoop &loop) {
  out.object([&] {
    out.field("function", loop.function);
    write_place_fields(out, loop.place);
    out.field("share", loop.share);
  });
}

void write(JsonWriter &out, const UnreadProgram &program) {
  out.object([&] {
    out.field("name", program.name);
    out.field("share", program.share);
    out.field("reason", program.reason);
  });
}

void write_place(JsonWriter &out, std::string_view name, const SourceLocation &place) {
  if (!place.known())
    return;
  out.key(name);
  out.object([&] { write_place_fields(out, place); });
}

void write(JsonWriter &out, const HotFunction &function) {
  out.object([&] {
    out.field("function", function.function);
    write_place(out, "place", function.place);
    out.field("share", function.share);
    out.field("has_loops", function.has_loops);
    if (function.caller.empty())
      return;
    out.field("caller", function.caller);
    write_place(out, "called_from", function.called_from);
    out.field("other_calls", function.other_calls);
  });
}

void write(JsonWriter &out, const PlacedSamples &samples) {
  out.object([&] {
    out.field("name", samples.name);
    out.field("event", samples.event);
    out.field("count", static_cast<std::int64_t>(samples.sample_count));
    out.field("placed_share", samples.placed_share);
    out.field("other_loops_share", samples.other_loops_share);
    out.key("other_loops");
    out.array(samples.unreported, [&](const UnreportedLoop &loop) { write(out, loop); });
    out.key("hot_functions");
    out.array(samples.hot_functions, [&](const HotFunction &function) { write(out, function); });
    out.key("unread_programs");
    out.array(samples.unread, [&](const UnreadProgram &program) { write(out, program); });
  });
}

/// Passes on the text of each kernel as soon as it is complete.
void render(const Report &report, JsonWriter::Layout layout, const TextTaker &take) {
  JsonWriter out(layout);
  out.object([&] {
    out.field("schema", "osaca-report-1");
    out.key("kernels");
    out.array(report.kernels, [&](const KernelReport &kernel) {
      out.object([&] { write_kernel_members(out, kernel); });
      take(out.take());
    });
    write_report_members(out, report);
  });
  take(out.take() + "\n");
}

std::string rendered(const Report &report, JsonWriter::Layout layout) {
  std::string text;
  render(report, layout, [&](std::string_view part) { text += part; });
  return text;
}

void write(JsonWriter &out, const MeasuredDifference &difference) {
  out.key("measured_difference");
  out.object([&] {
    out.field("verdict", name_of(difference.verdict));
    out.field("predicted_cycles", difference.predicted_cycles);
    out.field("accounted", name_of(difference.accounted));
    out.key("causes");
    out.array(difference.causes, [&](const DifferenceCause &cause) {
      out.object([&] {
        out.field("kind", name_of(cause.kind));
        if (cause.cycles)
          out.field("cycles", *cause.cycles);
        if (!cause.level.empty())
          out.field("level", cause.level);
      });
    });
  });
}

} // namespace

std::string render_json(const Report &report) { return rendered(report, JsonWriter::Layout::lines); }

std::string render_compact_json(const Report &report) { return rendered(report, JsonWriter::Layout::compact); }

void render_compact_json(const Report &report, const TextTaker &take) {
  render(report, JsonWriter::Layout::compact, take);
}

std::string render_collection_json(const Collection &collection) {
  const Report report = report_of(collection);
  JsonWriter out;
  out.object([&] {
    out.field("schema", "osaca-report-1");
    out.key("kernels");
    std::size_t index = 0;
    out.array(collection.loops, [&](const CollectedLoop &loop) {
      out.object([&] {
        write_kernel_members(out, report.kernels[index++]);
        out.field("id", loop.id.text());
        out.field("objects", loop.objects);
        out.field("group", loop.group);
        if (loop.sampled)
          out.field("sampled_share", loop.sampled->share);
        if (loop.sampled && loop.sampled->cycles_per_iteration)
          out.field("measured_cycles_per_iteration", *loop.sampled->cycles_per_iteration);
        if (loop.difference)
          write(out, *loop.difference);
      });
    });
    write_report_members(out, report);
    out.key("findings");
    out.array(collection.findings, [&](const CollectedFinding &finding) { write(out, finding); });
    if (collection.samples) {
      out.key("samples");
      write(out, *collection.samples);
    }
    if (collection.comparison) {
      out.key("comparison");
      out.object([&] { write_comparison_members(out, *collection.comparison); });
    }
  });
  return out.take() + "\n";
}

namespace {

void write_side(JsonWriter &out, const LoopRecord &record) {
  out.object([&] {
    out.field("id", record.id);
    out.field("file", record.file);
    out.field("line", record.line);
    out.field("function", record.function);
    out.field("role", name_of(record.role));
    out.field("path", record.path_number);
    if (record.time_share)
      out.field("time_share", *record.time_share);
    out.field("arch", record.arch);
    out.field("cycles_per_iteration", record.figures.cycles_per_iteration.to_double());
    if (record.figures.range) {
      out.field("cycles_low", record.figures.range->low.to_double());
      out.field("cycles_high", record.figures.range->high.to_double());
    }
    if (const auto each = record.figures.cycles_per_source_iteration())
      out.field("cycles_per_source_iteration", each->to_double());
    out.field("bound_by", name_of(record.figures.bound_by));
    out.field("lower_bound_only", !record.figures.complete);
    out.field("vector_bits", record.figures.vector_bits);
  });
}

} // namespace

void write_comparison_members(JsonWriter &out, const Comparison &comparison) {
  out.field("baseline", comparison.baseline);
  out.field("tolerance_percent", comparison.tolerance_percent);
  out.field("unchanged", comparison.unchanged_count);
  out.field("regressions", comparison.regression_count());
  if (comparison.no_common_core)
    out.field("no_common_core", message_of(*comparison.no_common_core));
  if (comparison.compilers_change) {
    out.key("compilers_change");
    out.object([&] {
      out.field("before", comparison.compilers_change->before);
      out.field("after", comparison.compilers_change->after);
      out.field("message", message_of(*comparison.compilers_change));
    });
  }
  out.key("figures_changes");
  out.array(comparison.figures_changes, [&](const FiguresChange &change) {
    out.object([&] {
      out.field("arch", change.arch);
      out.field("model_changed", change.model_is_known_to_differ);
      out.field("loops", change.loop_count);
      out.field("least_ratio", change.least_ratio);
      out.field("most_ratio", change.most_ratio);
      out.field("message", message_of(change));
    });
  });
  out.key("changes");
  out.array(comparison.changes, [&](const LoopChange &change) {
    out.object([&] {
      out.field("kind", name_of(change.kind));
      out.field("regression", change.is_regression);
      out.field("message", message_of(change));
      if (change.loop >= 0)
        out.field("loop", change.loop);
      if (change.before) {
        out.key("before");
        write_side(out, *change.before);
      }
      if (change.after) {
        out.key("after");
        write_side(out, *change.after);
      }
    });
  });
}

namespace {

/// A decimal number if that is exact, else a fraction: "4", "3.25", "13/3".
std::string exact_text(Cycles cycles) {
  constexpr int most_digits = 6;
  const std::string decimal = cycles.text(most_digits);
  if (cycles.denominator() == 1)
    return std::to_string(cycles.numerator());
  if (Cycles::parse(decimal) == cycles)
    return decimal;
  return format_text("{}/{}", cycles.numerator(), cycles.denominator());
}

template <class Value> void write_unless_empty(JsonWriter &out, std::string_view name, const Value &value) {
  if (!value.empty())
    out.field(name, value);
}

void write_figures(JsonWriter &out, const LoopFigures &figures) {
  out.field("cycles_per_iteration", exact_text(figures.cycles_per_iteration));
  if (figures.range) {
    out.field("cycles_low", exact_text(figures.range->low));
    out.field("cycles_high", exact_text(figures.range->high));
  }
  if (figures.source_iterations)
    out.field("source_iterations", *figures.source_iterations);
  out.field("bound_by", name_of(figures.bound_by));
  if (!figures.complete)
    out.field("lower_bound_only", true);
  if (figures.vector_bits > 0)
    out.field("vector_bits", figures.vector_bits);
  write_unless_empty(out, "data_in", figures.data_level);
}

void write_paths(JsonWriter &out, const LoopFigures &figures, const std::optional<UnknownPaths> &unknown_paths) {
  if (unknown_paths) {
    out.field("paths", unknown_paths->count);
    out.field("fastest_path", exact_text(unknown_paths->least_cycles));
  } else if (figures.paths_in_mean > 1) {
    out.field("paths", figures.paths_in_mean);
  }
}

void write_origin(JsonWriter &out, const LoopRecord &loop) {
  if (loop.written.place.known()) {
    out.key("written");
    out.object([&] {
      out.field("function", loop.written.function);
      out.field("file", loop.written.place.file);
      out.field("line", loop.written.place.line);
      write_unless_empty(out, "text_hash", loop.written_text_hash);
    });
  }
  if (loop.part.number > 0) {
    out.key("part");
    out.object([&] {
      out.field("number", loop.part.number);
      out.field("count", loop.part.count);
    });
  }
}

void write(JsonWriter &out, const LoopInFunction &copy) {
  out.object([&] {
    out.field("function", copy.function);
    write_figures(out, copy.figures);
    write_paths(out, copy.figures, copy.unknown_paths);
    write_unless_empty(out, "code_hash", copy.code_hash);
  });
}

void write(JsonWriter &out, const LoopRecord &loop) {
  out.object([&] {
    out.field("file", loop.file);
    out.field("line", loop.line);
    write_unless_empty(out, "function", loop.function);
    write_origin(out, loop);
    write_unless_empty(out, "role", name_of(loop.role));
    out.field("arch", loop.arch);
    write_figures(out, loop.figures);
    write_paths(out, loop.figures, loop.unknown_paths);
    if (!loop.copies.empty()) {
      out.key("copies");
      out.array(loop.copies, [&](const LoopInFunction &copy) { write(out, copy); });
    }
    write_unless_empty(out, "accepted", loop.accepted);
    out.field("id", loop.id);
    write_unless_empty(out, "source_text_hash", loop.source_text_hash);
    write_unless_empty(out, "opcodes_hash", loop.opcodes_hash);
    write_unless_empty(out, "code_hash", loop.code_hash);
  });
}

/// Written once per core.
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
