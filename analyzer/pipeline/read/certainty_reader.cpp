#include "pipeline/read/report_fields.h"

#include <algorithm>
#include <iterator>

namespace osaca {
namespace {

constexpr int most_block_bytes = 4096;
constexpr double most_mean_error = 1e6;

CyclesRange cycles_range(const JsonField &field) {
  const CyclesRange range{field.at("cycles_low").cycles(), field.at("cycles_high").cycles()};
  if (range.high < range.low)
    field.at("cycles_low").fail("it must not be greater than cycles_high");
  return range;
}

} // namespace

CodePlacement code_placement(const JsonField &field) {
  using Known = CodePlacement::Known;
  return {
      kind_named<Known>(field.at("known"),
                        {{"nothing", Known::nothing}, {"alignment", Known::alignment}, {"address", Known::address}}),
      field.number_or("border_bytes", 1, 1, most_block_bytes),
      field.number_or("bytes_behind_border", 0, 0, most_block_bytes),
      field.number_or("block_bytes", 1, 1, most_block_bytes),
      field.at("least_cycles").cycles(),
      field.at("most_cycles").cycles()};
}

ShortRuns short_runs(const JsonField &field) {
  return {field.at("iterations").number(1), field.at("outer_cycles").cycles(), field.at("long_cycles").cycles(),
          bound_kind(field.at("long_bound_by"))};
}

ExampleOfShortRuns example_of_short_runs(const JsonField &field) {
  return {field.at("iterations").number(1), field.at("cycles_per_iteration").cycles()};
}

UnalignedArrays unaligned_arrays(const JsonField &field) {
  return {field.at("bytes_past_line").number(1, most_block_bytes), field.at("cycles_per_iteration").cycles()};
}

std::optional<Uncertainty> uncertainty(const JsonField &prediction, std::size_t instruction_count) {
  using Kind = RangeCause::Kind;
  if (!prediction.has("range_causes"))
    return std::nullopt;
  Uncertainty found{cycles_range(prediction), {}};
  const JsonField causes = prediction.at("range_causes");
  for (std::size_t i = 0; i < causes.size(); ++i) {
    const JsonField cause = causes.at(i);
    const Kind kind = kind_named<Kind>(
        cause.at("kind"),
        {{"alignment", Kind::alignment}, {"port_order", Kind::port_order}, {"memory_renaming", Kind::memory_renaming}});
    found.causes.push_back({kind, cycles_range(cause), {}});
    if (cause.has("instructions"))
      found.causes.back().instructions = indices(cause.at("instructions"), instruction_count);
  }
  return found;
}

std::optional<Confidence> confidence(const JsonField &prediction) {
  if (!prediction.has("confidence"))
    return std::nullopt;
  const JsonField field = prediction.at("confidence");
  return Confidence{field.at("kind").text(), field.at("rows").number(1), field.at("within_10_percent").real(0, 1),
                    field.at("mean_error").real(0, most_mean_error), field.at("source").text()};
}

CalledFunction called_function(const JsonField &field) {
  CalledFunction function{.name = field.at("function").text(), .caller = field.at("caller").text()};
  const std::string status = field.at("status").text();
  const auto *known = std::ranges::find_if(call_statuses, [&](CallStatus one) { return name_of(one) == status; });
  if (known == std::end(call_statuses))
    field.at("status").fail(format_text("unknown value '{}'", status.substr(0, 40)));
  function.status = *known;
  function.calls = field.at("calls").number(1);
  function.instructions = field.at("instructions").number(0);
  if (field.has("cycles"))
    function.cycles = field.at("cycles").cycles();
  if (field.has("figure")) {
    const JsonField figure = field.at("figure");
    function.figure = CallFigure{figure.at("core").text(), figure.at("library").text(), figure.at("arguments").text(),
                                 figure.at("estimated").boolean(), figure.at("cycles").cycles()};
    if (figure.has("bytes"))
      function.figure->bytes = figure.at("bytes").number(0);
  }
  return function;
}

ResultLatency result_latency(const JsonField &field) {
  ResultLatency result{field.at("register").text(), field.at("cycles").cycles()};
  if (field.has("from_arguments")) {
    const JsonField arguments = field.at("from_arguments");
    for (std::size_t i = 0; i < arguments.size(); ++i)
      result.from_arguments.push_back({arguments.at(i).at("register").text(), arguments.at(i).at("cycles").cycles()});
  }
  return result;
}

} // namespace osaca
