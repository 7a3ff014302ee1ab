// Where the figures of a model come from, and what a user should know about the figures of a core.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// The origin of a figure, which says how far it can be trusted.

/// Strongest first. recalled: written down from memory of a document, and not verified.
enum class Origin { user, measured, published, vendor, recalled, composed, compiler, unknown };

/// The names in models and in JSON: "user", "measured", ...
[[nodiscard]] std::string_view name_of(Origin origin);

/// The inverse of name_of(). Empty: there is no such origin.
[[nodiscard]] std::optional<Origin> origin_named(std::string_view name);

// What a user should know about the figures of a core.

struct ArchNote {
  enum class Kind {
    remark,
    borrowed_figures, ///< the figures are another core's, which users of a prediction have to know
    in_order,      ///< the core executes in program order; at a loop: this was not simulated, so it has a lower bound
    assumed_core,  ///< the chip has several kinds of cores; says which one the figures are for, and how to choose
                   ///< another
    no_schedulers, ///< the model has no schedulers, so there is no timeline
    not_simulated, ///< the loop was not simulated, so there is no timeline
    place_of_data_unknown ///< the model does not have the level of memory in which the data are said to be
  };
  Kind kind = Kind::remark;
  std::string text; ///< for the first four kinds a sentence; for the last one the level that was given
  /// Globs of opcodes: only code with one of these instructions has the note. Empty: all code.
  std::vector<std::string> concerns = {};

  auto operator<=>(const ArchNote &) const = default;
};

} // namespace osaca
