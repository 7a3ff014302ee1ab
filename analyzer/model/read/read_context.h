// What the parts of the model reader share while one file is read.
#pragma once

#include "model/machine_model.h"
#include "model/read/model_reader.h"
#include "yaml/fields.h"

#include <map>
#include <span>

namespace osaca {

struct ReadContext {
  Problems &problems;
  std::map<std::string, Provenance> sources;
  std::vector<std::string> source_names;
  std::span<const std::string> opcode_names; ///< of the model's ISA; empty: not known
  int suggestions_left = 20;                 ///< searching for the nearest of thousands of opcodes takes time

  /// The provenance that the map's `source` names; every figure needs one.
  [[nodiscard]] Provenance source(Fields &fields);
  /// Reports an opcode name or glob that matches nothing.
  void check_pattern(const YamlNode &pattern);
  /// A list of opcode names and globs, checked.
  [[nodiscard]] std::vector<std::string> patterns(const YamlNode &node, std::string_view what);
};

/// Reads the items of a `ports:` list of uops.
[[nodiscard]] std::vector<PortDemand> read_demands(const YamlNode &node, const std::vector<Port> &ports,
                                                   ReadContext &context);

/// Reads `forms:` into data.forms (sorted) and data.patterns.
void read_forms(const YamlNode &node, MachineModel::Data &data, ReadContext &context);

} // namespace osaca
