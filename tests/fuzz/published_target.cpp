#include "published_target.h"

#include "measure/tables/published_table.h"
#include "promises.h"

#include <algorithm>
#include <cmath>

namespace osaca::test {
namespace {

using Reader = Expected<measure::PublishedTable> (*)(const measure::ImportSource &);

bool can_be_shown(const std::string &text) {
  return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c <= 0x7e; });
}

bool is_figure(const std::optional<double> &cycles) {
  return !cycles || (std::isfinite(*cycles) && *cycles >= 0 && *cycles < 2e6);
}

void check_table(const std::string &input, Reader read) {
  const auto table = read({input, "table", "", ""});
  if (!table) {
    require(!table.error().message.empty() && table.error().where.file == "table", "an error has a message and a file");
    return;
  }
  const auto lines = static_cast<int>(std::ranges::count(input, '\n')) + 1;
  require(!table->isa.empty() && can_be_shown(table->cpu) && can_be_shown(table->method), "the head can be shown");
  for (const measure::PublishedRow &row : table->rows) {
    require(row.line >= 1 && row.line <= lines, "a row has its line");
    require(row.latency_cycles || row.throughput_cycles, "a row has a figure");
    require(is_figure(row.latency_cycles) && is_figure(row.throughput_cycles), "a figure is a number of cycles");
    require(can_be_shown(row.note), "a note can be shown");
  }
  for (const Error &one : table->unmapped)
    require(one.where.line >= 1 && one.where.line <= lines && can_be_shown(one.message),
            "what is left out is reported");
}

} // namespace

void instlatx64_table(const std::string &input) { check_table(input, measure::read_instlatx64); }
void insn_bench_table(const std::string &input) { check_table(input, measure::read_insn_bench); }
void applecpu_table(const std::string &input) { check_table(input, measure::read_applecpu); }
void rvv_bench_table(const std::string &input) { check_table(input, measure::read_rvv_bench); }

} // namespace osaca::test
