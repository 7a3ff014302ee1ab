#pragma once

#include "decode/dialect/edited_text.h"

namespace osaca {

/// NASM's words become GNU's in Intel's syntax. Macros and conditions of its preprocessor stay as they are: nobody can
/// read them here.
void rewrite_nasm(EditedText &text);

} // namespace osaca
