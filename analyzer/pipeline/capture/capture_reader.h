// Reads a capture (the document that a compiler plugin passes to osaca) and the compiler options of its functions.
#pragma once

#include "base/compiler_facts.h"
#include "osaca/capture.h"
#include "pipeline/read/json_document.h"

#include <string_view>

// The capture comes from another process, so it is validated like an untrusted document.

namespace osaca {

// The compiler options of a function.

/// `compiler`: "gcc 12.2.0".
[[nodiscard]] CompilerOptions read_options(const JsonField &function, std::string_view compiler);

} // namespace osaca
