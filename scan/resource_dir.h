#pragma once

#include "base/expected.h"

#include <string>

namespace osaca::scan {

/// The folder with the headers that belong to the compiler library itself (stddef.h, immintrin.h): `given`, or else
/// looked for around the library that is loaded.
[[nodiscard]] Expected<std::string> find_resource_dir(const std::string &given);

} // namespace osaca::scan
