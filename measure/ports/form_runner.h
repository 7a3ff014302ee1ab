// Runs copies of a form while somebody watches.
#pragma once

#include "measure/harness/process_observer.h"

#include <optional>

namespace osaca::measure {

class FormRunner {
public:
  virtual ~FormRunner() = default;

  /// By how many executions a long run has more than a short one; nothing else differs. Empty: it cannot be run.
  [[nodiscard]] virtual std::optional<double> extra_executions(int form) = 0;
  [[nodiscard]] virtual bool run(int form, bool is_long, ProcessObserver &observer) = 0;
};

} // namespace osaca::measure
