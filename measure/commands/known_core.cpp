#include "measure/commands/known_core.h"

#include "osaca/blocks.h"

namespace osaca::measure {

double known_no_ops_per_cycle() {
  constexpr const char *host = "";
  constexpr const char *no_op = "90";
  const auto analyzer = BlockAnalyzer::create(host);
  if (!analyzer)
    return 0;
  const BlockResult found = analyzer->analyze(no_op);
  const double cycles = found.status == BlockResult::Status::ok ? found.cycles.to_double() : 0;
  return cycles > 0 ? 1 / cycles : 0;
}

} // namespace osaca::measure
