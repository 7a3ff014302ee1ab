// What became of a loop that somebody asked for.
#pragma once

#include <string_view>

namespace osaca {

enum class AnnotationStatus { analysed, vanished, not_a_loop };
[[nodiscard]] std::string_view name_of(AnnotationStatus status);

} // namespace osaca
