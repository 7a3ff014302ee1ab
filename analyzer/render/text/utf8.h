// Text for formats that are UTF-8 by definition. What compilers and objects hand over may be any bytes.
#pragma once

#include <string>
#include <string_view>

namespace osaca {

/// On one line (phrases.h), with U+FFFD in place of every byte that is no part of a character or part of a control
/// character (base/printable.h) of several, and of U+FFFE and U+FFFF, which XML forbids.
[[nodiscard]] std::string clean_line(std::string_view text);

} // namespace osaca
