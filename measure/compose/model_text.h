// Text fragments of model files. They are composed by hand, not with YamlWriter: each section of a model is a text of
// its own, long lists of opcodes are wrapped for people, and the file has comments.
#pragma once

#include "model/machine_model.h"

#include <span>
#include <string>
#include <vector>

namespace osaca::measure::compose {

/// ["P0|P1", "2*P5"]
[[nodiscard]] std::string demands_text(const std::vector<PortDemand> &demands, const std::vector<Port> &ports);
/// [A, B], wrapped; further lines begin with `indent`
[[nodiscard]] std::string names_text(std::span<const std::string> names, const std::string &indent);
/// At most two decimals.
[[nodiscard]] std::string cycles_text(double cycles);

// Short notations for long lists of opcodes.

/// Patterns that match exactly those of `all` that are in `chosen`. A prefix with '*' is used if all opcodes with this
/// prefix are chosen. Both lists are sorted. Chosen opcodes that are not in `all` are listed by name.
[[nodiscard]] std::vector<std::string> opcode_globs(const std::vector<std::string> &chosen,
                                                    std::span<const std::string> all);

} // namespace osaca::measure::compose
