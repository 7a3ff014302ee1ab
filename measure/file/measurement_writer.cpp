#include "measure/file/measurement_file.h"

#include "base/format.h"
#include "base/text.h"
#include "measure/file/number_text.h"

#include <algorithm>

namespace osaca::measure {

std::string on_one_line(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c == '\n')
      out += "; ";
    else
      out += c < 0x20 || c > 0x7e ? ' ' : c;
  return out;
}

std::string yaml_quoted(std::string_view text) { return double_quoted(on_one_line(text)); }

std::string yaml_word(std::string_view text) {
  const bool is_plain = !text.empty() && text.front() != '-' && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '+' || c == '-';
  });
  return is_plain ? std::string(text) : yaml_quoted(text);
}

std::string yaml_list(const std::vector<std::string> &texts) {
  std::vector<std::string> quoted;
  for (const std::string &text : texts)
    quoted.push_back(yaml_quoted(text));
  return format_text("[{}]", joined(quoted));
}

std::string yaml_head(std::string_view schema, const MeasuredMachine &machine) {
  return format_text("schema: {}\nmachine:\n  cpu: {}\n  isa: {}\n  llvm_cpu: {}\n  date: {}\n  method: {}\n", schema,
                     yaml_quoted(machine.cpu), yaml_quoted(machine.isa), yaml_quoted(machine.llvm_cpu),
                     yaml_quoted(machine.date), yaml_quoted(machine.method));
}

// The text of forms is composed by hand, not with YamlWriter: it is appended to the file form by form, and the reader
// of unfinished files relies on the lines.

namespace {

constexpr int digits = 3;

std::string figure(double cycles, double spread) {
  return format_text("cycles: {}, spread: {}", decimal(cycles, digits), decimal(spread, digits));
}

std::string operand_text(const MeasuredOperand &operand, std::size_t index) {
  std::string out = format_text("{{index: {}, kind: {}", index, yaml_word(operand.kind));
  if (operand.width_bits > 0)
    out += format_text(", width: {}", operand.width_bits);
  if (!operand.name.empty())
    out += ", name: " + yaml_quoted(operand.name);
  for (const auto &[flag, name] :
       {std::pair{operand.read, "read"}, {operand.written, "written"}, {operand.implicit, "implicit"}})
    if (flag)
      out += format_text(", {}: true", name);
  return out + "}";
}

std::string tail(const std::string &values, bool unstable) {
  return format_text("{}{}}}", values.empty() ? "" : ", values: " + yaml_quoted(values),
                     unstable ? ", unstable: true" : "");
}

} // namespace

std::string head_text(const MeasuredMachine &machine, const std::vector<MeasuredHelper> &helpers) {
  std::string out = yaml_head("osaca-measurements-1", machine);
  out += "helpers:\n";
  for (const MeasuredHelper &helper : helpers)
    out += format_text("  - {{name: {}, {}{}, text: {}}}\n", yaml_quoted(helper.name),
                       figure(helper.cycles, helper.spread), helper.is_split ? ", split: true" : "",
                       yaml_quoted(helper.text));
  return out + "forms:\n";
}

std::string form_text(const MeasuredForm &form) {
  std::string out = format_text("  - opcode: {}\n    status: {}\n", yaml_quoted(form.opcode),
                                yaml_quoted(std::string(name_of(form.status))));
  if (!form.reason.empty())
    out += format_text("    reason: {}\n", yaml_quoted(form.reason));
  if (!form.same_as.empty())
    out += format_text("    same_as: {}\n", yaml_quoted(form.same_as));
  if (!form.text.empty())
    out += format_text("    text: {}\n", yaml_quoted(form.text));
  if (!form.operands.empty())
    out += "    operands:\n";
  for (std::size_t i = 0; i < form.operands.size(); ++i)
    out += format_text("      - {}\n", operand_text(form.operands[i], i));
  if (!form.throughput.empty())
    out += "    throughput:\n";
  for (const MeasuredThroughput &one : form.throughput)
    out += format_text("      - {{{}{}{}{}\n", figure(one.cycles, one.spread),
                       one.with.empty() ? "" : ", with: " + yaml_list(one.with), one.is_bound ? ", at_most: true" : "",
                       tail(one.values, one.is_unstable));
  if (!form.latencies.empty())
    out += "    latencies:\n";
  for (const MeasuredLatency &one : form.latencies)
    out += format_text("      - {{from: {}, to: {}, {}, chain: {}{}{}{}{}\n", yaml_quoted(one.from),
                       yaml_quoted(one.to), figure(one.cycles, one.spread), decimal(one.chain_cycles, digits),
                       one.via.empty() ? "" : ", via: " + yaml_list(one.via), one.is_split ? ", split: true" : "",
                       one.is_bound ? ", at_most: true" : "", tail(one.values, one.is_unstable));
  if (!form.missing.empty())
    out += "    missing:\n";
  for (const MissingLatency &one : form.missing)
    out += format_text("      - {{from: {}, to: {}, reason: {}}}\n", yaml_quoted(one.from), yaml_quoted(one.to),
                       yaml_quoted(one.reason));
  return out;
}

} // namespace osaca::measure
