#include "pipeline/read/report_fields.h"

namespace osaca {

RooflineReport roofline_report(const JsonField &field) {
  RooflineReport out;
  const JsonField operations = field.at("operations");
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const JsonField one = operations.at(i);
    out.work.push_back({kind_named<FloatFormat>(one.at("format"), {{"half", FloatFormat::half},
                                                                   {"single", FloatFormat::single_precision},
                                                                   {"double", FloatFormat::double_precision},
                                                                   {"extended", FloatFormat::extended}}),
                        one.at("per_iteration").cycles()});
  }
  if (out.work.empty())
    operations.fail("no operations");
  out.bytes_loaded = field.at("bytes_loaded").cycles();
  out.bytes_stored = field.at("bytes_stored").cycles();
  out.uncounted_operations = field.number_or("uncounted_operations", 0, 0, most_lines);
  out.unsized_accesses = field.number_or("unsized_accesses", 0, 0, most_lines);
  out.masked_operations = field.number_or("masked_operations", 0, 0, most_lines);
  if (field.has("peak_operations_per_cycle")) {
    const Cycles peak = field.at("peak_operations_per_cycle").cycles();
    if (peak <= Cycles(0))
      field.at("peak_operations_per_cycle").fail("not above zero");
    out.peak = RooflineReport::Peak{peak, field.at("peak_of").text()};
  }
  if (field.has("clock_ghz")) {
    out.clock_ghz = field.at("clock_ghz").real(0, 1000);
    out.clock_source = kind_named<ClockSource>(field.at("clock_told_by"),
                                               {{"user", ClockSource::user}, {"model", ClockSource::model}});
  }
  return out;
}

} // namespace osaca
