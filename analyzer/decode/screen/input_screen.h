#pragma once

#include "base/expected.h"

#include <set>
#include <string_view>

namespace osaca {

/// Where `.rept`, `.irp` and `.macro` may begin a block, as pointers into the text.
using CountedOpenings = std::set<const char *>;

/// Whether LLVM's parser is safe with this text: it recurses as deep as expressions and definitions nest, and expands
/// macros without a limit. It is if it expands nothing but what the answer allows.
[[nodiscard]] Expected<CountedOpenings> screened(std::string_view text);

} // namespace osaca
