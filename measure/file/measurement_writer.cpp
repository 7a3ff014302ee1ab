#include "measure/file/measurement_file.h"

#include "measure/file/number_text.h"

namespace osaca::measure {

std::string yaml_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    if (c == '\n')
      out += "; ";
    else
      out += c < 0x20 || c > 0x7e ? ' ' : c;
  }
  return out + '"';
}

std::string yaml_head(std::string_view schema, const MeasuredMachine &machine) {
  return "schema: " + std::string(schema) + "\nmachine:\n  cpu: " + yaml_quoted(machine.cpu) +
         "\n  isa: " + yaml_quoted(machine.isa) + "\n  llvm_cpu: " + yaml_quoted(machine.llvm_cpu) +
         "\n  date: " + yaml_quoted(machine.date) + "\n  method: " + yaml_quoted(machine.method) + "\n";
}

namespace {

constexpr int digits = 3;

std::string list_of(const std::vector<std::string> &texts) {
  std::string out;
  for (const std::string &text : texts)
    out += (out.empty() ? "" : ", ") + yaml_quoted(text);
  return "[" + out + "]";
}

std::string figure(double cycles, double spread) {
  return "cycles: " + decimal(cycles, digits) + ", spread: " + decimal(spread, digits);
}

std::string operand_text(const MeasuredOperand &operand, std::size_t index) {
  std::string out = "{index: " + std::to_string(index) + ", kind: " + operand.kind;
  if (operand.width_bits > 0)
    out += ", width: " + std::to_string(operand.width_bits);
  if (!operand.name.empty())
    out += ", name: " + yaml_quoted(operand.name);
  for (const auto &[flag, name] :
       {std::pair{operand.read, "read"}, {operand.written, "written"}, {operand.implicit, "implicit"}})
    if (flag)
      out += ", " + std::string(name) + ": true";
  return out + "}";
}

std::string tail(const std::string &values, bool unstable) {
  return (values.empty() ? "" : ", values: " + yaml_quoted(values)) + (unstable ? ", unstable: true" : "") + "}";
}

} // namespace

std::string head_text(const MeasuredMachine &machine, const std::vector<MeasuredHelper> &helpers) {
  std::string out = yaml_head("osaca-measurements-1", machine);
  out += "helpers:\n";
  for (const MeasuredHelper &helper : helpers)
    out += "  - {name: " + yaml_quoted(helper.name) + ", " + figure(helper.cycles, helper.spread) +
           (helper.is_split ? ", split: true" : "") + ", text: " + yaml_quoted(helper.text) + "}\n";
  return out + "forms:\n";
}

std::string form_text(const MeasuredForm &form) {
  std::string out = "  - opcode: " + yaml_quoted(form.opcode) +
                    "\n    status: " + yaml_quoted(std::string(name_of(form.status))) + "\n";
  if (!form.reason.empty())
    out += "    reason: " + yaml_quoted(form.reason) + "\n";
  if (!form.same_as.empty())
    out += "    same_as: " + yaml_quoted(form.same_as) + "\n";
  if (!form.text.empty())
    out += "    text: " + yaml_quoted(form.text) + "\n";
  if (!form.operands.empty())
    out += "    operands:\n";
  for (std::size_t i = 0; i < form.operands.size(); ++i)
    out += "      - " + operand_text(form.operands[i], i) + "\n";
  if (!form.throughput.empty())
    out += "    throughput:\n";
  for (const MeasuredThroughput &one : form.throughput)
    out += "      - {" + figure(one.cycles, one.spread) + (one.with.empty() ? "" : ", with: " + list_of(one.with)) +
           (one.is_bound ? ", at_most: true" : "") + tail(one.values, one.is_unstable) + "\n";
  if (!form.latencies.empty())
    out += "    latencies:\n";
  for (const MeasuredLatency &one : form.latencies)
    out += "      - {from: " + yaml_quoted(one.from) + ", to: " + yaml_quoted(one.to) + ", " +
           figure(one.cycles, one.spread) + ", chain: " + decimal(one.chain_cycles, digits) +
           (one.via.empty() ? "" : ", via: " + list_of(one.via)) + (one.is_split ? ", split: true" : "") +
           (one.is_bound ? ", at_most: true" : "") + tail(one.values, one.is_unstable) + "\n";
  if (!form.missing.empty())
    out += "    missing:\n";
  for (const MissingLatency &one : form.missing)
    out += "      - {from: " + yaml_quoted(one.from) + ", to: " + yaml_quoted(one.to) +
           ", reason: " + yaml_quoted(one.reason) + "}\n";
  return out;
}

} // namespace osaca::measure
