#pragma once

namespace osaca::driver {

enum ExitStatus : int {
  success = 0,
  failed_on_findings = 1, ///< the user asked for it with --fail-on
  unusable_input = 2      ///< also: wrong options, output that cannot be written
};

} // namespace osaca::driver
