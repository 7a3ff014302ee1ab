#include "model/read/port_expression.h"

#include "base/format.h"
#include "base/name_matching.h"
#include "base/text.h"
#include "yaml/fields.h"

#include <algorithm>

namespace osaca {
namespace {

Error unknown_port(std::string_view name, const std::vector<Port> &ports) {
  std::vector<std::string> names;
  for (const Port &port : ports)
    names.push_back(port.name);
  return Error{format_text("unknown port '{}'{}", name.substr(0, 40), suggestion(name, names))};
}

} // namespace

Expected<PortSet> parse_port_set(std::string_view text, const std::vector<Port> &ports) {
  PortSet set = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t bar = std::min(text.find('|', begin), text.size());
    const std::string_view name = trimmed(text.substr(begin, bar - begin), " ");
    const auto port = std::ranges::find_if(ports, [&](const Port &p) { return p.name == name; });
    if (port == ports.end())
      return unknown_port(name, ports);
    const PortSet bit = PortSet(1) << (port - ports.begin());
    if (set & bit)
      return Error{format_text("port '{}' is named twice in '{}'", port->name, text.substr(0, 60))};
    set |= bit;
    begin = bar + 1;
  }
  return set;
}

Expected<PortDemand> parse_port_demand(std::string_view text, const std::vector<Port> &ports) {
  PortDemand demand;
  const std::size_t star = text.find('*');
  if (star != std::string_view::npos) {
    const std::string_view count = trimmed(text.substr(0, star), " ");
    const std::optional<Cycles> cycles = parse_nonnegative(count);
    if (!cycles || cycles->is_zero())
      return Error{format_text("'{}' before '*' must be a positive number of cycles such as 3, 0.25 or 1/3",
                               count.substr(0, 40))};
    demand.cycles = *cycles;
  }
  OSACA_TRY(PortSet set, parse_port_set(star == std::string_view::npos ? text : text.substr(star + 1), ports));
  demand.ports = set;
  return demand;
}

std::string port_demand_text(const PortDemand &demand, const std::vector<Port> &ports) {
  std::string out = demand.cycles == Cycles(1) ? "" : demand.cycles.text() + "*";
  bool first = true;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (!((demand.ports >> i) & 1))
      continue;
    out += (first ? "" : "|") + ports[i].name;
    first = false;
  }
  return out;
}

} // namespace osaca
