#include "published.h"

#include "csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>

namespace osaca::accuracy {
namespace {

constexpr double tolerated_share = 0.10;
constexpr double tolerated_cycles = 0.1;

double tolerance(double cycles) { return std::max(tolerated_cycles, tolerated_share * cycles); }

template <class Number> std::optional<Number> number_in(std::string_view text) {
  Number value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

/// "3:GR32" or "impl:EFLAGS".
std::optional<OperandName> operand_in(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos)
    return std::nullopt;
  OperandName name;
  if (text.substr(0, colon) == "impl") {
    name.implicit_register = text.substr(colon + 1);
    return name;
  }
  const std::optional<int> number = number_in<int>(text.substr(0, colon));
  if (!number || *number < 0)
    return std::nullopt;
  name.number = *number;
  return name;
}

std::optional<CycleRange> range_in(const std::string &first, const std::string &second) {
  const std::optional<double> one = number_in<double>(first);
  const std::optional<double> other = number_in<double>(second);
  if (!one || !other || !std::isfinite(*one) || !std::isfinite(*other))
    return std::nullopt;
  return CycleRange{std::min(*one, *other), std::max(*one, *other)};
}

struct Columns {
  std::size_t opcode, metric, from, to, min, max;
};

std::optional<Columns> columns_of(const CsvTable &table) {
  const auto opcode = table.column("llvm_opcode");
  const auto metric = table.column("metric");
  const auto from = table.column("from_operand");
  const auto to = table.column("to_operand");
  const auto min = table.column("min_cycles");
  const auto max = table.column("max_cycles");
  if (!opcode || !metric || !from || !to || !min || !max)
    return std::nullopt;
  return Columns{*opcode, *metric, *from, *to, *min, *max};
}

/// False: the row makes no sense.
bool add_row(const CsvTable::Row &row, const Columns &columns, PublishedForm &form) {
  const std::optional<CycleRange> cycles = range_in(row.fields[columns.min], row.fields[columns.max]);
  if (!cycles)
    return false;
  if (row.fields[columns.metric] == "throughput") {
    form.throughput = cycles;
    return true;
  }
  const std::optional<OperandName> from = operand_in(row.fields[columns.from]);
  const std::optional<OperandName> to = operand_in(row.fields[columns.to]);
  if (row.fields[columns.metric] != "latency" || !from || !to)
    return false;
  form.latencies.push_back({*from, *to, *cycles});
  return true;
}

} // namespace

bool agrees(double cycles, const CycleRange &range) {
  return cycles >= range.min - tolerance(range.min) && cycles <= range.max + tolerance(range.max);
}

std::string OperandName::text() const { return number >= 0 ? std::to_string(number) : implicit_register; }

Expected<std::vector<PublishedForm>> read_published(std::string_view csv, const std::string &name) {
  const Expected<CsvTable> table = read_csv(csv, name);
  if (!table)
    return table.error();
  const std::optional<Columns> columns = columns_of(*table);
  if (!columns)
    return Error{name +
                 " lacks one of the columns llvm_opcode, metric, from_operand, to_operand, min_cycles, max_cycles"};
  std::vector<PublishedForm> forms;
  std::unordered_map<std::string, std::size_t> place;
  for (const CsvTable::Row &row : table->rows) {
    const std::string &opcode = row.fields[columns->opcode];
    const auto [found, is_new] = place.emplace(opcode, forms.size());
    if (is_new)
      forms.push_back({opcode, std::nullopt, {}});
    if (!add_row(row, *columns, forms[found->second]))
      return Error{"this row is no throughput and no latency", {name, row.line, 0}};
  }
  return forms;
}

} // namespace osaca::accuracy
