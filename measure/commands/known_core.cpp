#include "measure/commands/known_core.h"

#include "osaca/blocks.h"

namespace osaca::measure {

namespace {

/// Executions per cycle of `count` instructions with this machine code; 0: there is no model of this core.
double known_rate(const char *code, int count) {
  constexpr const char *host = "";
  const auto analyzer = BlockAnalyzer::create(host);
  if (!analyzer)
    return 0;
  const BlockResult found = analyzer->analyze(code);
  const double cycles = found.status == BlockResult::Status::ok ? found.cycles.to_double() : 0;
  return cycles > 0 ? count / cycles : 0;
}

} // namespace

double known_no_ops_per_cycle() { return known_rate("90", 1); }

/// addq %rcx to rdi, rdx, r9, r10 and r11, as the sentinel does.
double known_additions_per_cycle() { return known_rate("4801cf4801ca4901c94901ca4901cb", 5); }

} // namespace osaca::measure
