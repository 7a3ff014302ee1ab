// What must hold between the fields of a core.
#pragma once

#include "model/machine_model.h"
#include "yaml/fields.h"

namespace osaca {

/// `core` is as it was read from the map `node`, `inherited_ports` what it had before. Sorts loads and stores by width.
void check_core(const YamlNode &node, const std::vector<Port> &inherited_ports, Core &core, Problems &problems);

} // namespace osaca
