// Whether advice does what it promises: the finding goes, the prediction falls, and the results stay.
#pragma once

#include "build.h"

#include <string>
#include <vector>

namespace osaca::advice {

/// What is wrong with the example under this compiler; empty: nothing.
[[nodiscard]] std::vector<std::string> check_predictions(const Example &example, const Outcome &bad,
                                                         const Outcome &good);

/// What is wrong with the results; empty: they agree, or this machine cannot run the programs.
[[nodiscard]] std::vector<std::string> check_results(const Example &example, const std::string &compiler,
                                                     const std::filesystem::path &drivers);

} // namespace osaca::advice
