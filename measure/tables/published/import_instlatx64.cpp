// InstLatx64: reports of AIDA64's benchmark. A line is an instruction with the cycles of a dependency chain (L) and of
// independent copies (T):
//
//     Inst  123 SSE2            : {REX}  ADDPD xmm, xmm              L:   1.00ns=   4.01c  T:   0.13ns=   0.501c
//
// Instead of a latency there may be a reason why there is none, "[diff. reg. set]".
#include "measure/tables/published/input.h"
#include "measure/tables/published/instlatx64_text.h"
#include "measure/tables/published_table.h"

#include "base/format.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace osaca::measure {
namespace {

struct InstLatLine {
  int line = 0;
  std::string name;
  std::optional<double> latency;
  std::optional<double> throughput;
  std::string remark;      ///< in place of a latency
  bool is_precise = false; ///< with three decimals, as libraries from 2024 on write them
};

/// The number of "   1.00ns=   4.01c"; empty: there is none.
std::optional<double> cycles_after_nanoseconds(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::size_t end = equals == std::string_view::npos ? equals : text.find('c', equals);
  return end == std::string_view::npos ? std::nullopt : cycles_in(trimmed(text.substr(equals + 1, end - equals - 1)));
}

std::optional<InstLatLine> line_of(std::string_view text, int number) {
  constexpr std::size_t longest = 400;
  text = text.substr(0, longest);
  const std::size_t latency_at = text.find(" L:");
  const std::size_t throughput_at =
      text.find(" T:", latency_at == std::string_view::npos ? text.size() : latency_at + 3);
  const std::size_t colon = text.find(':');
  if (throughput_at == std::string_view::npos || colon >= latency_at)
    return std::nullopt;
  // "Inst  123 SSE2", in older files without the first word
  std::string_view head = trimmed(text.substr(0, colon));
  if (head.starts_with("Inst"))
    head = trimmed(head.substr(4));
  if (!take_number<int>(head))
    return std::nullopt;
  const std::string_view latency = text.substr(latency_at + 3, throughput_at - latency_at - 3);
  InstLatLine made{number, uniform_name(text.substr(colon + 1, latency_at - colon - 1), trimmed(head)), {}, {}, ""};
  made.latency = cycles_after_nanoseconds(latency);
  made.throughput = cycles_after_nanoseconds(text.substr(throughput_at + 3));
  const std::size_t point = text.rfind('.');
  made.is_precise =
      point != std::string_view::npos && trimmed(text.substr(point)).size() == std::string_view(".123c").size();
  const std::size_t open = latency.find('[');
  if (!made.latency && open != std::string_view::npos)
    made.remark = plain_name(latency.substr(open + 1, latency.find(']') - open - 1));
  return made;
}

std::vector<InstLatLine> lines_in(std::string_view text) {
  std::vector<InstLatLine> lines;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (auto line = line_of(text.substr(0, end), number))
      lines.push_back(std::move(*line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Whether the chain must take whole cycles: sums and products.
bool takes_whole_cycles(const InstLatLine &line) {
  std::string_view name = line.name;
  for (const std::string_view mark : {"{EVEX} ", "V"})
    if (name.starts_with(mark))
      name.remove_prefix(mark.size());
  const std::string_view mnemonic = name.substr(0, name.find(' '));
  constexpr std::string_view operations[] = {"ADDPS", "ADDPD", "ADDSS", "ADDSD", "MULPS", "MULPD", "MULSS",
                                             "MULSD", "IMUL",  "SUBPS", "SUBPD", "SUBSS", "SUBSD"};
  const bool is_one = std::ranges::find(operations, mnemonic) != std::end(operations) || mnemonic.starts_with("FMADD");
  return is_one && !contains(name, "+") && line.latency && *line.latency > 2.5 && *line.latency < 8.5;
}

/// Cycles are those of a nominal clock. The factor to the real ones, within two percent: from chains whose latency is a
/// whole number of cycles.
double clock_factor(const std::vector<InstLatLine> &lines) {
  std::vector<double> ratios;
  for (const InstLatLine &line : lines)
    if (takes_whole_cycles(line))
      ratios.push_back(*line.latency / std::round(*line.latency));
  constexpr std::size_t enough = 5;
  if (ratios.size() < enough)
    return 1;
  const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
  std::ranges::nth_element(ratios, middle);
  return std::abs(*middle - 1) <= 0.02 ? *middle : 1;
}

/// A copy from another register makes no chain, unless it keeps a part of the result's register.
bool has_no_chain(const std::string &name) {
  const std::string_view text = std::string_view(name).substr(name.starts_with("{EVEX} ") ? 7 : 0);
  const bool is_copy = text.starts_with("MOV") || text.starts_with("VMOV");
  const bool has_two_registers = contains(text, "1, ") || contains(text, "r1_");
  if (!is_copy || !has_two_registers || contains(text, "+"))
    return false;
  const std::string_view mnemonic = text.substr(0, text.find(' '));
  const bool keeps_a_part = mnemonic == "MOVSS" || mnemonic == "MOVSD" || mnemonic == "MOVHLPS" ||
                            mnemonic == "MOVLHPS" || contains(text, "r1_8") || contains(text, "r1_16");
  return !keeps_a_part;
}

/// In a form with a constant second source, a bypass delay of that source may be part of the latency: then it is longer
/// than that of the older form with two operands. `latencies`: by name.
bool has_bypass_delay(const InstLatLine &line, const std::map<std::string, double> &latencies) {
  const std::string_view name = line.name;
  if (!name.starts_with('V') || !(name.ends_with(" xmm1, xmm1, xmm2") || name.ends_with(" ymm1, ymm1, ymm2")))
    return false;
  const auto older = latencies.find(format_text("{} xmm1, xmm2", name.substr(1, name.find(' ') - 1)));
  return line.latency && older != latencies.end() && *line.latency > older->second + 0.5;
}

std::string note_of_row(const InstLatLine &line, const std::string &assembly) {
  if (!line.remark.empty())
    return line.remark;
  if (contains(assembly, ";"))
    return "the figures are of both instructions together";
  const bool reads_memory =
      assembly.ends_with("(%rsi)") || contains(assembly, "(%rsi), ") || contains(assembly, "(%rsi,%");
  return line.latency && reads_memory && !assembly.starts_with("lea") ? "latency through memory or from the address"
                                                                      : "";
}

/// "Type: "AMD ..."", "CPU Type   : ..."; "" if the file has neither.
std::string value_after(std::string_view text, std::string_view title) {
  const std::size_t at = text.find(title);
  if (at == std::string_view::npos)
    return "";
  std::string_view rest = text.substr(at + title.size(), 200);
  rest = trimmed(rest.substr(0, rest.find('\n')));
  while (rest.starts_with(':') || rest.starts_with('"') || rest.starts_with(' '))
    rest.remove_prefix(1);
  return plain_name(rest.substr(0, rest.find('"')));
}

std::string processor_in(std::string_view text) {
  const std::string quoted = value_after(text, " Type: \"");
  return quoted.empty() ? value_after(text, "CPU Type ") : quoted;
}

std::string library_in(std::string_view text) {
  const std::string version = value_after(text, "BenchDLL Version:");
  return version.empty() ? value_after(text, "aida_bench64.dll build:") : version;
}

} // namespace

Expected<PublishedTable> read_instlatx64(const ImportSource &source) {
  if (const auto error = too_large(source))
    return *error;
  const std::vector<InstLatLine> lines = lines_in(source.text);
  if (lines.empty())
    return Error{"not a report of InstLatx64: no line has an instruction with 'L:' and 'T:'", {source.name, 1, 0}};
  std::map<std::string, double> latencies;
  for (const InstLatLine &line : lines)
    if (line.latency)
      latencies.emplace(line.name, *line.latency);
  const double factor = clock_factor(lines);
  PublishedTable table{.isa = "x86-64", .cpu = processor_in(source.text), .method = "", .rows = {}, .unmapped = {}};
  table.method = format_text("InstLatx64, library {}{}, cycles divided by {:.4f}", library_in(source.text),
                             lines.front().is_precise ? "" : " (before 2024: its throughputs may be wrong)", factor);
  for (const InstLatLine &line : lines) {
    PublishedRow row{line.name, att_text(line.name), {}, {}, "", line.line};
    row.note = note_of_row(line, row.assembly);
    if (has_bypass_delay(line, latencies))
      row.note = "latency left out: a bypass delay of the second source seems to be part of it";
    else if (line.latency && !has_no_chain(line.name))
      row.latency_cycles = *line.latency / factor;
    if (line.throughput)
      row.throughput_cycles = *line.throughput / factor;
    if (row.latency_cycles || row.throughput_cycles)
      table.rows.push_back(std::move(row));
    else
      table.unmapped.push_back({format_text("{}: no figures", plain_name(line.name)), {source.name, line.line, 0}});
  }
  return table;
}

} // namespace osaca::measure
