// insn_bench_aarch64: tables in Markdown, `| instruction | latency | throughput |`. Latency is in cycles; throughput is
// in instructions per cycle.
#include "measure/tables/published/input.h"
#include "measure/tables/published/insn_bench_text.h"
#include "measure/tables/published_table.h"

#include "base/format.h"
#include "base/text.h"

#include <algorithm>
#include <map>

namespace osaca::measure {

bool InsnBenchName::has(std::string_view argument) const {
  return std::ranges::any_of(arguments, [&](const std::string &one) {
    return one == argument || one.starts_with(std::string(argument) + ";");
  });
}

std::optional<int> InsnBenchName::number(std::string_view text) const {
  for (const std::string &argument : arguments) {
    const std::size_t at = argument.find(text);
    if (at == std::string::npos)
      continue;
    std::string_view rest = std::string_view(argument).substr(at + text.size());
    const auto value = take_number<int>(rest);
    if (value && *value >= 0 && *value < 1000)
      return value;
  }
  return std::nullopt;
}

std::optional<InsnBenchName> insn_bench_name(std::string_view text) {
  const std::size_t open = std::min(text.find(" ("), text.size());
  InsnBenchName name;
  name.mnemonic = trimmed(text.substr(0, open));
  const std::size_t dot = name.mnemonic.find('.');
  if (dot != std::string::npos && dot + 2 == name.mnemonic.size()) {
    name.element = name.mnemonic.back();
    name.mnemonic.resize(dot);
  }
  std::string_view inside = text.substr(std::min(open + 2, text.size()));
  if (contains(name.mnemonic, "->") || contains(name.mnemonic, "//") || contains(inside, "<->") ||
      contains(inside, "pc+"))
    return std::nullopt;
  if (const std::size_t other = inside.find(") / "); other != std::string_view::npos) // "lsl (reg) / lslv"
    inside = inside.substr(0, other + 1);
  if (open < text.size()) {
    if (!inside.ends_with(')') || contains(inside.substr(0, inside.size() - 1), ")"))
      return std::nullopt;
    inside.remove_suffix(1);
  }
  for (; !inside.empty(); inside.remove_prefix(std::min(inside.find(';'), inside.size() - 1) + 1))
    name.arguments.emplace_back(trimmed(inside.substr(0, inside.find(';'))));
  return name;
}

namespace {

struct Cells {
  int line = 0;
  std::string name;
  std::string latency;
  std::string throughput;
};

std::vector<Cells> rows_of(std::string_view text) {
  std::vector<Cells> rows;
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::vector<std::string> cells;
    for (std::string_view rest = text.substr(0, end); rest.starts_with('|') && cells.size() < 4;) {
      rest.remove_prefix(1);
      const std::size_t cell_end = std::min(rest.find('|'), rest.size());
      if (cell_end < rest.size())
        cells.emplace_back(trimmed(rest.substr(0, cell_end)));
      rest.remove_prefix(cell_end);
    }
    if (cells.size() == 3)
      rows.push_back({line, cells[0], cells[1], cells[2]});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return rows;
}

/// Of chains through flags or through general registers, for vectors: the benchmark subtracts an assumed latency of a
/// second instruction.
bool is_after_subtraction(const InsnBenchName &name) {
  const std::string &mnemonic = name.mnemonic;
  const bool sets_flags = name.element == 0 && (mnemonic == "adds" || mnemonic == "subs" || mnemonic == "negs" ||
                                                mnemonic == "ands" || mnemonic == "bics" || mnemonic == "fjcvtzs");
  const bool is_vector_load = mnemonic.starts_with("ld") && name.element != 0;
  const bool is_conversion = name.has("scl -> reg") || (mnemonic.ends_with("cvtf") && name.has("scl"));
  return sets_flags || is_vector_load || is_conversion || mnemonic == "fcmp" || mnemonic == "fcmpe" ||
         (mnemonic == "dup" && name.has("elem"));
}

std::string note_of(const std::optional<InsnBenchName> &name, const PublishedRow &row) {
  if (!name || (row.assembly.empty() && (name->mnemonic.starts_with("ld") || name->mnemonic.starts_with("st"))))
    return "the figures are of several instructions together";
  if (name->has("acc. fwd."))
    return "latency through the accumulator only";
  if (name->has("clearing idiom"))
    return "register with itself";
  return is_after_subtraction(*name) ? "latency after an assumed one of another instruction was subtracted" : "";
}

} // namespace

Expected<PublishedTable> read_insn_bench(const ImportSource &source) {
  if (const auto error = too_large(source))
    return *error;
  const std::vector<Cells> rows = rows_of(source.text);
  if (rows.empty() || rows.front().name != "instruction" || rows.front().throughput != "throughput")
    return Error{"not a file of insn_bench_aarch64: the first table has no columns instruction, latency and throughput",
                 {source.name, rows.empty() ? 1 : rows.front().line, 0}};
  std::map<std::string, int> count;
  for (const Cells &cells : rows)
    ++count[cells.name];
  PublishedTable table{.isa = "aarch64", .cpu = "", .method = "insn_bench_aarch64", .rows = {}, .unmapped = {}};
  for (const Cells &cells : rows) {
    if (cells.name == "instruction" || cells.name.starts_with("--"))
      continue;
    PublishedRow row;
    row.name = cells.name;
    row.line = cells.line;
    row.latency_cycles = cycles_in(cells.latency);
    const auto rate = cycles_in(cells.throughput);
    if (rate && *rate > 0.001)
      row.throughput_cycles = 1 / *rate;
    if (!row.latency_cycles && !row.throughput_cycles)
      continue;
    const auto name = insn_bench_name(cells.name);
    if (count[cells.name] > 1) {
      row.note = "the file has this name more than once";
    } else {
      if (name)
        for (auto *text_of : {memory_text, general_text, vector_text})
          if (row.assembly.empty())
            row.assembly = text_of(*name);
      row.note = note_of(name, row);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

} // namespace osaca::measure
