#pragma once

#include <string>
#include <vector>

namespace osaca {

/// The lines of a text, without their ends (LF or CR LF).
[[nodiscard]] std::vector<std::string> lines_of(const std::string &text);

} // namespace osaca
