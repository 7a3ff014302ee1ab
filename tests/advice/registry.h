// Every rule has a page and an example, or a reason why there can be none.
#pragma once

#include "example.h"

#include <string>
#include <vector>

namespace osaca::advice {

[[nodiscard]] std::vector<std::string> rules_with_pages(); ///< all of the registry

/// What is missing.
[[nodiscard]] std::vector<std::string> check_registry(const std::filesystem::path &docs,
                                                      const std::vector<Example> &examples);

} // namespace osaca::advice
