// Long lists of opcodes, said shortly.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace osaca::measure::composer {

/// Patterns that match those of `all` that are in `chosen`, and no others: a beginning and '*' where all that begin so
/// are chosen. Both are sorted; what is chosen and not in `all` is named.
[[nodiscard]] std::vector<std::string> opcode_globs(const std::vector<std::string> &chosen,
                                                    std::span<const std::string> all);

} // namespace osaca::measure::composer
