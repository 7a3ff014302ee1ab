#pragma once

#include "base/expected.h"

#include <optional>
#include <string_view>

namespace osaca {

/// Why LLVM's assembler must not see this text: a directive that could read files, expand without a limit or change the
/// section, or a text beyond all reason.
[[nodiscard]] std::optional<Error> refused_for_assembling(std::string_view text);

} // namespace osaca
