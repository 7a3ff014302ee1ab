#include "render/json/report_json.h"

namespace osaca {

void write(JsonWriter &out, const CodePlacement &placement) {
  out.key("code_placement");
  out.object([&] {
    out.field("known", name_of(placement.known));
    out.field("border_bytes", placement.boundary_bytes);
    out.field("bytes_behind_border", placement.bytes_past_boundary);
    out.field("block_bytes", placement.block_bytes);
    out.field("least_cycles", placement.least.to_double());
    out.field("most_cycles", placement.most.to_double());
  });
}

void write(JsonWriter &out, const ShortRuns &runs) {
  out.key("short_runs");
  out.object([&] {
    out.field("iterations", runs.iterations);
    out.field("outer_cycles", runs.outer_cycles.to_double());
    out.field("long_cycles", runs.long_cycles.to_double());
    out.field("long_bound_by", name_of(runs.long_bound));
  });
}

void write(JsonWriter &out, const ExampleOfShortRuns &example) {
  out.key("example_of_short_runs");
  out.object([&] {
    out.field("iterations", example.iterations);
    out.field("cycles_per_iteration", example.cycles.to_double());
  });
}

void write(JsonWriter &out, const UnalignedArrays &arrays) {
  out.key("unaligned_arrays");
  out.object([&] {
    out.field("bytes_past_line", arrays.bytes_past_line);
    out.field("cycles_per_iteration", arrays.cycles.to_double());
  });
}

void write(JsonWriter &out, const Uncertainty &uncertainty) {
  out.field("cycles_low", uncertainty.range.low.to_double());
  out.field("cycles_high", uncertainty.range.high.to_double());
  out.key("range_causes");
  out.array(uncertainty.causes, [&](const RangeCause &cause) {
    out.object([&] {
      out.field("kind", name_of(cause.kind));
      out.field("cycles_low", cause.range.low.to_double());
      out.field("cycles_high", cause.range.high.to_double());
      if (!cause.instructions.empty())
        out.field("instructions", cause.instructions);
    });
  });
}

void write(JsonWriter &out, const Confidence &confidence) {
  out.key("confidence");
  out.object([&] {
    out.field("kind", confidence.code);
    out.field("rows", confidence.rows);
    out.field("within_10_percent", confidence.within_10_percent);
    out.field("mean_error", confidence.mean_error);
    out.field("source", confidence.source);
  });
}

} // namespace osaca
