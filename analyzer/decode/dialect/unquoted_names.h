#pragma once

#include "decode/dialect/edited_text.h"

namespace osaca {

/// GNU's assembler reads letters outside of ASCII in names, LLVM's only in quotes. (`@feat.00`, which Clang writes for
/// Windows, too.) A byte order mark in front is taken out.
void quote_names_outside_ascii(EditedText &text);

} // namespace osaca
