// What the place of a loop's code makes of its cycles.
#pragma once

#include "base/cycles.h"

#include <string_view>

namespace osaca {

struct CodePlacement {
  enum class Known {
    nothing,   ///< assembly text without alignment
    alignment, ///< before linking: what the linker may change is a multiple of border_bytes
    address    ///< a linked program
  };
  Known known = Known::nothing;
  int border_bytes = 1;        ///< the place of the first instruction is known modulo so many bytes; 1: not at all
  int bytes_behind_border = 0; ///< that place, less than border_bytes
  int block_bytes = 0;         ///< aligned blocks of so many bytes are read
  /// Cycles per iteration at the best and at the worst of the places that are left; of a linked program: of all places.
  Cycles least;
  Cycles most;

  [[nodiscard]] bool matters() const { return least < most; }
};

/// "nothing", "alignment", "address": the names in JSON.
[[nodiscard]] std::string_view name_of(CodePlacement::Known known);

} // namespace osaca
