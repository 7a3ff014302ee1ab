// What a loop computes, and how much of the core's peak it reaches.
#include "base/format.h"
#include "base/text.h"
#include "render/words/words.h"
#include "report/roofline_figures.h"

#include <cstdio>

namespace osaca {
namespace {

std::string few_digits(double value) {
  char text[32] = "";
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

std::string phrase_of_format(FloatFormat format) {
  switch (format) {
  case FloatFormat::half: return "half-precision";
  case FloatFormat::single_precision: return "single-precision";
  case FloatFormat::double_precision: return "double-precision";
  case FloatFormat::extended: return "extended-precision";
  }
  return "floating-point";
}

std::string work_sentence(const RooflineReport &roofline, int iterations) {
  std::vector<std::string> parts;
  for (const RooflineReport::Work &work : roofline.work)
    parts.push_back(
        format_text("{} {}", few_digits(work.operations.to_double() / iterations), phrase_of_format(work.format)));
  return format_text("{} operations, {} bytes loaded, {} bytes stored", joined(parts, " and "),
                     few_digits(roofline.bytes_loaded.to_double() / iterations),
                     few_digits(roofline.bytes_stored.to_double() / iterations));
}

std::string rate_sentence(const KernelReport &kernel, double rate) {
  const RooflineReport &roofline = *kernel.roofline;
  std::string out = format_text("{}{} operations per cycle", kernel.complete ? "" : "at most ", few_digits(rate));
  if (const auto share = share_of_peak(kernel))
    out += format_text(", {} % of the core's peak of {} ({})", few_digits(100 * *share),
                       few_digits(roofline.peak->per_cycle.to_double()), roofline.peak->opcode);
  if (const auto giga = giga_operations_per_second(kernel))
    out += format_text("; {} GFLOP/s at {} GHz{}", few_digits(*giga), few_digits(*roofline.clock_ghz),
                       roofline.clock_source == ClockSource::model ? ", the clock in the model" : "");
  return out;
}

void add_left_out(const RooflineReport &roofline, std::vector<std::string> &out) {
  const auto add = [&](int count, std::string_view what) {
    if (count > 0)
      out.push_back(format_text("{} {} {}", count, count == 1 ? "instruction" : "instructions", what));
  };
  add(roofline.uncounted_operations, "with an unknown number of operations: not counted");
  add(roofline.unsized_accesses, "with an unknown number of bytes: not counted");
  add(roofline.masked_operations, "under a mask: counted as if all elements were active");
}

} // namespace

std::vector<std::string> roofline_sentences(const KernelReport &kernel) {
  std::vector<std::string> out;
  if (!kernel.roofline)
    return out;
  const RooflineReport &roofline = *kernel.roofline;
  out.push_back("per iteration: " + work_sentence(roofline, 1));
  if (const int iterations = kernel.source_iterations.value_or(0); iterations > 1)
    out.push_back("per source iteration: " + work_sentence(roofline, iterations));
  if (const auto intensity = roofline.intensity())
    out.push_back(format_text("{} operations per byte that instructions load or store", few_digits(*intensity)));
  if (const auto rate = operations_per_cycle(kernel))
    out.push_back(rate_sentence(kernel, *rate));
  for (const LevelRoof &roof : level_roofs(kernel))
    out.push_back(format_text("data in {}: {} operations per cycle; {} operations per byte from there, at {} bytes per "
                              "cycle",
                              roof.level, few_digits(roof.operations_per_cycle), few_digits(roof.operations_per_byte),
                              few_digits(roof.bytes_per_cycle)));
  add_left_out(roofline, out);
  return out;
}

} // namespace osaca
