// What became of a loop that somebody asked for.
#pragma once

#include <string_view>

namespace osaca {

enum class AnnotationStatus { analysed, vanished, not_a_loop };
[[nodiscard]] std::string_view name_of(AnnotationStatus status);

/// Who wants to know of it: somebody who wrote a pragma at it, or named its function, or nobody in particular.
enum class AskedBy { pragma, function, all };
/// "pragma", "function", "all": the names in JSON.
[[nodiscard]] std::string_view name_of(AskedBy asked_by);

} // namespace osaca
