#include "measure/file/yaml_text.h"

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

} // namespace osaca::measure
