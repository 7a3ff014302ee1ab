#pragma once

#include "loops/statement.h"

#include <string_view>

namespace osaca {

/// Adds the comments of `text` that hold "OSACA" or "LLVM-MCA" to the statements of its unit, by line. (They are looked
/// for in the text, not asked of the parser, which delivers some comments more than once and others not at all.)
void insert_marker_comments(ParsedUnit &unit, std::string_view text);

} // namespace osaca
