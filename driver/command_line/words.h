#pragma once

#include <string>
#include <vector>

namespace osaca::driver {

/// Words of a command line.
using Words = std::vector<std::string>;

} // namespace osaca::driver
