#include "render/json/comparison_json.h"

#include "render/words/words.h"

namespace osaca {
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

} // namespace osaca
