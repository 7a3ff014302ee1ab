// Inferred pipes held against counters of ports.
//
// Pipes have no names and counters may stand for several ports, so what is checked is whether there is any way to give
// each pipe to a counter so that all forms show what they should: as many uops as inferred, none at counters that none
// of its pipes has, and where a form fills its pipes alone, each pipe's share. Nothing here counts.
#pragma once

#include "measure/ports/port_map.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace osaca::measure {

/// One that counts the uops of so many ports.
struct CounterOfPorts {
  std::string name;
  int ports = 1;
  bool may_undercount = false; ///< what goes to several of its ports in one cycle
};

/// Of one execution of a form, at each counter.
struct CountedForm {
  int form = 0;
  std::vector<double> uops;
};

struct CounterVerdict {
  enum class Kind : std::uint8_t {
    agrees,
    more_uops,  ///< were counted than inferred, at counters of its pipes and others: uops that always go together look
                ///< like one
    fewer_uops, ///< were counted than inferred
    other_ports ///< no way to name the pipes explains which counters counted
  };
  int form = 0;
  Kind kind = Kind::agrees;
  double inferred = 0; ///< uops
  double counted = 0;
  std::vector<double> uops; ///< at each counter
};

[[nodiscard]] std::string_view name_of(CounterVerdict::Kind kind);

struct CounterCheck {
  std::string unavailable; ///< why nothing was counted; empty: it was
  std::vector<CounterOfPorts> counters;
  std::vector<int> counter_of_pipe; ///< the way to name pipes with which most forms agree; -1: no form tells
  bool is_complete = true;          ///< false: there were too many ways to try them all
  std::vector<CounterVerdict> forms;
  std::vector<std::pair<int, std::string>> uncounted; ///< forms, and why
};

[[nodiscard]] int agreeing_forms(const CounterCheck &check);
/// One line for the terminal.
[[nodiscard]] std::string counter_summary(const CounterCheck &check);

/// `counted`: forms whose uops were inferred; others are passed over.
[[nodiscard]] CounterCheck check_with_counters(const PortMap &map, const std::vector<CounterOfPorts> &counters,
                                               const std::vector<CountedForm> &counted);

} // namespace osaca::measure
