#include "measure/model/model_text.h"

#include "measure/model/form_latencies.h"
#include "model/read/port_expression.h"

namespace osaca::measure::composer {

std::string demands_text(const std::vector<PortDemand> &demands, const std::vector<Port> &ports) {
  std::string out;
  for (const PortDemand &demand : demands)
    out += (out.empty() ? "\"" : ", \"") + port_demand_text(demand, ports) + "\"";
  return "[" + out + "]";
}

std::string names_text(std::span<const std::string> names, const std::string &indent) {
  constexpr std::size_t widest = 110;
  std::string out = "[";
  std::size_t length = indent.size();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool is_pattern = names[i].find_first_of("*?") != std::string::npos;
    const std::string name = (is_pattern ? "\"" + names[i] + "\"" : names[i]) + (i + 1 < names.size() ? "," : "");
    if (i > 0 && length + name.size() > widest) {
      out += "\n" + indent;
      length = indent.size();
    } else if (i > 0) {
      out += " ";
    }
    out += name;
    length += name.size() + 1;
  }
  return out + "]";
}

std::string cycles_text(double cycles) { return tidy_cycles(cycles).text(4); }

} // namespace osaca::measure::composer
