// What the window's knees say together: which of them is the reorder buffer's and which come from something smaller.
#pragma once

#include "measure/core_probes/finding.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

/// What an instruction in between takes that may run out.
enum class WindowResource { order, compressed_order, registers, scheduler, vector_scheduler, queue };

struct WindowRow {
  std::string name;
  std::string what;
  std::string text;
  WindowResource resource = WindowResource::order;
  std::optional<int> fillers; ///< how many fit
  Finding finding;            ///< of the row itself
};

/// Reorder buffer and registers, named "window. ...".
[[nodiscard]] std::vector<Finding> conclude_window(const std::vector<WindowRow> &rows);

/// Schedulers and queues, named "schedulers. ...". The rows of `order` say where the reorder buffer ends.
[[nodiscard]] std::vector<Finding> conclude_schedulers(const std::vector<WindowRow> &rows);

} // namespace osaca::measure::core_probes
