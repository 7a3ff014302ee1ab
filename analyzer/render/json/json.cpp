// Numbers of cycles are JSON numbers. Text from the input may hold any bytes: what is not UTF-8 is replaced.
#include "render/json/json.h"

#include "collection/report_of.h"
#include "render/json/comparison_json.h"
#include "render/json/report_json.h"
#include "render/words/words.h"

namespace osaca {
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
    out.field("fingerprint", collected.fingerprint);
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

std::string rendered(const Report &report, JsonWriter::Layout layout) {
  JsonWriter out(layout);
  out.object([&] {
    out.field("schema", "osaca-report-1");
    out.key("kernels");
    out.array(report.kernels,
              [&](const KernelReport &kernel) { out.object([&] { write_kernel_members(out, kernel); }); });
    write_report_members(out, report);
  });
  return out.take() + "\n";
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
        out.field("id", loop.record.id);
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

} // namespace osaca
