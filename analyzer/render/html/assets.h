// The style sheet and the script of the page: what the build made of the files in html/page.
#pragma once

#include <string_view>

namespace osaca::html {

[[nodiscard]] std::string_view style_sheet();
[[nodiscard]] std::string_view script();

} // namespace osaca::html
