// What a user should know of the figures of a core.
#pragma once

#include <compare>
#include <string>

namespace osaca {

struct ArchNote {
  enum class Kind {
    remark,
    borrowed_figures,     ///< figures are not the core's own: whoever reads a prediction must know that
    in_order,             ///< it executes in program order: predictions are lower bounds
    no_schedulers,        ///< in the model, so that there is no timeline
    not_simulated,        ///< so that there is no timeline
    place_of_data_unknown ///< where somebody says that the data are
  };
  Kind kind = Kind::remark;
  std::string text; ///< of the first three, the model's; of the last what was said

  auto operator<=>(const ArchNote &) const = default;
};

} // namespace osaca
