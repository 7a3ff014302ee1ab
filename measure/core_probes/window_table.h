// What the curves of the window probe mean together. Each curve shows how many instructions of one kind fit between two
// slow loads: its knee is the largest number that fits. The functions decide which knee shows the size of the reorder
// buffer, and which knees show smaller resources.
#pragma once

#include "measure/core_probes/probe_finding.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

/// The resource that an instruction between the two loads uses and that may run out.
enum class WindowResource { order, compressed_order, registers, scheduler, vector_scheduler, queue };

struct WindowRow {
  std::string name;
  std::string what;
  std::string text;
  WindowResource resource = WindowResource::order;
  std::optional<int> fillers; ///< how many of them fit
  ProbeFinding finding;       ///< of the row itself
};

/// Findings about the reorder buffer and the registers, named "window. ...".
[[nodiscard]] std::vector<ProbeFinding> conclude_window(const std::vector<WindowRow> &rows);

/// Findings about schedulers and queues, named "schedulers. ...". The rows with resource `order` show the size of the
/// reorder buffer.
[[nodiscard]] std::vector<ProbeFinding> conclude_schedulers(const std::vector<WindowRow> &rows);

} // namespace osaca::measure::core_probes
