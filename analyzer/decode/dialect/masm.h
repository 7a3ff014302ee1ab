#pragma once

#include "decode/dialect/edited_text.h"

namespace osaca {

/// Listings of MSVC (/FA, with code and source too) and of other compilers for Windows, in MASM's words, become GNU's
/// in Intel's syntax. The comments that name source files and lines become directives that do.
void rewrite_masm(EditedText &text);

} // namespace osaca
