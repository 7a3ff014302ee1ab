// Reading a capture, and what the compiler was told of each function in it.
#pragma once

#include "base/compiler_facts.h"
#include "osaca/capture.h"
#include "pipeline/read/json_document.h"

#include <string_view>

// Reading a capture: the document comes from another process and is checked as if from a stranger.

namespace osaca {

// Reading what the compiler was told of a function.

/// `compiler`: "gcc 12.2.0".
[[nodiscard]] CompilerOptions read_options(const JsonField &function, std::string_view compiler);

} // namespace osaca
