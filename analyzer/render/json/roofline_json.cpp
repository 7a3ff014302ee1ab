#include "render/json/report_json.h"
#include "report/roofline_figures.h"

namespace osaca {
namespace {

void write_counts_left_out(JsonWriter &out, const RooflineReport &roofline) {
  if (roofline.uncounted_operations > 0)
    out.field("uncounted_operations", roofline.uncounted_operations);
  if (roofline.unsized_accesses > 0)
    out.field("unsized_accesses", roofline.unsized_accesses);
  if (roofline.masked_operations > 0)
    out.field("masked_operations", roofline.masked_operations);
}

void write(JsonWriter &out, const LevelRoof &roof) {
  out.object([&] {
    out.field("name", roof.level);
    out.field("operations_per_byte", roof.operations_per_byte);
    out.field("bytes_per_cycle", roof.bytes_per_cycle);
    out.field("operations_per_cycle", roof.operations_per_cycle);
  });
}

} // namespace

void write_roofline(JsonWriter &out, const KernelReport &kernel) {
  const RooflineReport &roofline = *kernel.roofline;
  out.object([&] {
    out.key("operations");
    out.array(roofline.work, [&](const RooflineReport::Work &work) {
      out.object([&] {
        out.field("format", name_of(work.format));
        out.field("per_iteration", work.operations.to_double());
      });
    });
    out.field("bytes_loaded", roofline.bytes_loaded.to_double());
    out.field("bytes_stored", roofline.bytes_stored.to_double());
    write_counts_left_out(out, roofline);
    if (const auto intensity = roofline.intensity())
      out.field("operations_per_byte", *intensity);
    if (const auto rate = operations_per_cycle(kernel))
      out.field("operations_per_cycle", *rate);
    if (roofline.peak) {
      out.field("peak_operations_per_cycle", roofline.peak->per_cycle.to_double());
      out.field("peak_of", roofline.peak->opcode);
    }
    if (roofline.clock_ghz) {
      out.field("clock_ghz", *roofline.clock_ghz);
      out.field("clock_told_by", name_of(roofline.clock_source));
    }
    if (const auto rate = giga_operations_per_second(kernel))
      out.field("gflops", *rate);
    out.key("levels");
    out.array(level_roofs(kernel), [&](const LevelRoof &roof) { write(out, roof); });
  });
}

} // namespace osaca
