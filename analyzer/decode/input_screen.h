#pragma once

#include "base/expected.h"

#include <optional>
#include <string_view>

namespace osaca {

/// Whether LLVM's parser is safe with this text: it recurses as deep as expressions and definitions nest, and expands
/// macros without a limit. Empty: it is.
[[nodiscard]] std::optional<Error> unsafe_for_parser(std::string_view text);

} // namespace osaca
