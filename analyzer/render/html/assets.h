// The style sheet and the script of the page, which the build generates from the files in html/page.
#pragma once

#include <string_view>

namespace osaca::html {

[[nodiscard]] std::string_view style_sheet();
[[nodiscard]] std::string_view script();

} // namespace osaca::html
