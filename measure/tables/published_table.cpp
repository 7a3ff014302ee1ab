#include "measure/tables/published_table.h"

#include "base/format.h"
#include "measure/tables/example_forms.h"
#include "measure/tables/operand_chains.h"
#include "measure/tables/published_notes.h"
#include "measure/tables/subject.h"

#include <algorithm>
#include <map>

namespace osaca::measure {

namespace {

struct PublishedFormat {
  const char *name;
  Expected<PublishedTable> (*read)(const ImportSource &);
};

constexpr PublishedFormat formats_of_tables[] = {{"csv", read_csv_table},
                                                 {"instlatx64", read_instlatx64},
                                                 {"insn_bench", read_insn_bench},
                                                 {"applecpu", read_applecpu},
                                                 {"rvv-bench", read_rvv_bench}};

/// The latency of a row between the operands that its registers chain. If they show no chain, it is from the address of
/// a load, or from every register source.
void add_row_latency(MeasuredForm &form, const PublishedRow &row, const Instruction &instruction) {
  if (row.is_through_memory)
    return; // a property of the core
  std::vector<OperandNumbers> pairs = chained_operands(instruction);
  if (pairs.empty())
    pairs = register_pairs(instruction);
  const int memory = loaded_operand(instruction);
  if (memory >= 0 && (row.is_from_address || pairs.empty())) {
    for (std::size_t to = 0; to < instruction.operands.size(); ++to)
      if (const Operand &operand = instruction.operands[to];
          as_register(operand) != nullptr && operand.written && !operand.implicit && !operand.address_update)
        form.latencies.push_back(
            plain_latency(format_text("{}.base", memory), std::to_string(to), *row.latency_cycles));
    return;
  }
  for (const auto &[from, to] : pairs) {
    const bool is_known = std::ranges::any_of(form.latencies, [&](const MeasuredLatency &one) {
      return one.from == std::to_string(from) && one.to == std::to_string(to);
    });
    if (!is_known)
      form.latencies.push_back(plain_latency(std::to_string(from), std::to_string(to), *row.latency_cycles));
  }
}

void add_row(MeasuredForm &form, const PublishedRow &row, const Instruction &instruction) {
  if (row.throughput_cycles) {
    MeasuredThroughput figure = plain_throughput(*row.throughput_cycles);
    figure.values = form.throughput.empty() ? "" : row.name;
    form.throughput.push_back(std::move(figure));
  }
  if (row.latency_cycles)
    add_row_latency(form, row, instruction);
}

} // namespace

std::vector<std::string> published_formats() {
  std::vector<std::string> names;
  for (const PublishedFormat &format : formats_of_tables)
    names.emplace_back(format.name);
  return names;
}

Expected<PublishedTable> read_published_table(std::string_view format, const ImportSource &source) {
  for (const PublishedFormat &known : formats_of_tables)
    if (format == known.name) {
      OSACA_TRY(PublishedTable table, known.read(source));
      for (PublishedRow &row : table.rows)
        set_facts_of_notes(row);
      return table;
    }
  return Error{format_text("unknown format '{}'", format.substr(0, 40)), {source.name, 0, 0}};
}

Expected<Imported> forms_of_table(PublishedTable table, const std::string &file) {
  const Isa isa = isa_or_x86(table.isa);
  OSACA_TRY(OpcodeFinder finder, OpcodeFinder::create(isa));
  Imported made;
  made.unmapped = std::move(table.unmapped);
  std::map<std::string, std::size_t> places;
  for (const PublishedRow &row : table.rows) {
    if (row.assembly.empty() || row.assembly.find(';') != std::string::npos)
      continue; // not one instruction
    const std::optional<Instruction> instruction = finder.find(row.assembly);
    if (!instruction) {
      made.unmapped.push_back(
          {format_text("LLVM's assembler does not accept '{}'", row.assembly.substr(0, 60)), {file, row.line, 0}});
      continue;
    }
    const auto [place, is_new] = places.emplace(instruction->opcode, made.file.forms.size());
    if (is_new)
      made.file.forms.push_back(record_of(*instruction, isa));
    add_row(made.file.forms[place->second], row, *instruction);
  }
  made.file.machine = {table.cpu.empty() ? "unknown" : table.cpu, std::string(name_of(isa)), "", "", table.method};
  return made;
}

} // namespace osaca::measure
