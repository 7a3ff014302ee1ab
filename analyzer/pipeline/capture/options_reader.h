// Reading what the compiler was told of a function.
#pragma once

#include "base/compiler_options.h"
#include "pipeline/read/json_fields.h"

#include <string_view>

namespace osaca {

/// `compiler`: "gcc 12.2.0".
[[nodiscard]] CompilerOptions read_options(const JsonField &function, std::string_view compiler);

} // namespace osaca
