// What was predicted and measured of an example, kept beside it in figures.yml: the pages show it.
#pragma once

#include "example.h"

#include "base/expected.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::advice {

/// Of one compiler.
struct Figures {
  std::string compiler;
  std::string version;   ///< that the prediction was made with, "12.2.0": another one may make other code
  double bad_cycles = 0; ///< predicted, per element
  double good_cycles = 0;
  bool bad_at_least = false;
  bool good_at_least = false;
  std::optional<double> measured_ratio; ///< time of bad / time of good
  std::string date;                     ///< of the measurement
  std::string machine;                  ///< that was measured: "Zen 4"
};

/// Empty if there are none yet.
[[nodiscard]] Expected<std::vector<Figures>> read_figures(const Example &example);
[[nodiscard]] Expected<bool> write_figures(const Example &example, const std::vector<Figures> &figures);

/// "3.0", "at least 0.5": for a page.
[[nodiscard]] std::string cycles_text(double cycles, bool at_least);

} // namespace osaca::advice
