// How much a figure is worth: where it comes from.
#pragma once

#include <optional>
#include <string_view>

namespace osaca {

/// Strongest first. recalled: written down from memory of a document, and not checked.
enum class Origin { user, measured, published, vendor, recalled, composed, compiler, unknown };

/// "user", "measured", ...: the names in models and in JSON.
[[nodiscard]] std::string_view name_of(Origin origin);

/// The inverse.
[[nodiscard]] std::optional<Origin> origin_named(std::string_view name);

} // namespace osaca
