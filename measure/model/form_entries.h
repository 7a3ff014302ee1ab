// The `forms:` of a composed model.
#pragma once

#include "measure/model/core_sections.h"
#include "measure/model/form_ports.h"

#include <map>
#include <string>
#include <vector>

namespace osaca::measure::composer {

struct FormEntries {
  std::string yaml;
  int forms = 0;
  std::map<std::string, int> by_basis;
};

/// Forms with memory whose figures follow from those of the register form and the core's accesses get no entry.
[[nodiscard]] FormEntries form_entries(const CoreEvidence &evidence, const PortChooser &chooser);

/// The key in `sources`, and what it says.
[[nodiscard]] const char *source_of(PortBasis basis);
[[nodiscard]] const std::vector<std::pair<const char *, const char *>> &form_sources();

} // namespace osaca::measure::composer
