// The `forms:` of a composed model.
#pragma once

#include "measure/model/access_parts.h"
#include "measure/model/form_facts.h"
#include "measure/model/form_ports.h"
#include "measure/model/pipe_plan.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::composer {

struct FormEntries {
  std::string yaml;
  int forms = 0;
  std::map<std::string, int> by_basis;
};

/// `push_forward_cycles`: from a pushed value to a pop of it. Forms with memory whose figures follow from those of the register form and the core's accesses get no entry.
[[nodiscard]] FormEntries form_entries(const std::vector<FormFacts> &facts, const PipePlan &plan,
                                       const AccessParts &access, const PortChooser &chooser,
                                       std::optional<double> push_forward_cycles, Isa isa);

/// The key in `sources`, and what it says.
[[nodiscard]] const char *source_of(PortBasis basis);
[[nodiscard]] const std::vector<std::pair<const char *, const char *>> &form_sources();

} // namespace osaca::measure::composer
