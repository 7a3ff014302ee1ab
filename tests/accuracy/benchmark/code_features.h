// Which properties of code might make a prediction wrong: a table of names with predicates on the text, so that a new
// suspicion is one more line. Errors are then grouped by them.
#pragma once

#include "instruction_text.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca::accuracy {

using Code = std::vector<InstructionText>;

[[nodiscard]] Code read_code(const std::vector<std::string> &instructions);

[[nodiscard]] std::vector<std::string> features_of(const Code &code);

} // namespace osaca::accuracy
