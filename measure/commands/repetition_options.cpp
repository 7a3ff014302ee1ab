#include "measure/commands/repetition_options.h"

#include "base/format.h"
#include "measure/file/number_text.h"
#include "osaca/blocks.h"

namespace osaca::measure {

namespace {

/// "0.1", "0.05"
std::string shortest(double value) {
  std::string text = decimal(value, 3);
  while (text.ends_with('0'))
    text.pop_back();
  return text.ends_with('.') ? text + "0" : text;
}

} // namespace

void add_repetition(driver::OptionSet &options, RepetitionPolicy &repetition, const std::string &what) {
  options
      .option("--repeat", repetition.runs,
              format_text("number of processes that must agree on {} (default: {})", what, repetition.runs))
      .called("N")
      .within(1, 100, true);
  options
      .option("--patience", repetition.patience_seconds,
              format_text("time limit for starting more processes if they do not agree (default: {})",
                          shortest(repetition.patience_seconds)))
      .called("SECONDS")
      .within(0, 3600, true);
  options
      .option("--wait", repetition.wait_seconds,
              format_text("total time to wait for other threads to leave the core (default: {})",
                          shortest(repetition.wait_seconds)))
      .called("SECONDS")
      .within(0, 86400, true);
}

namespace {

/// No core executes more instructions per cycle. A model gives a larger rate if its instructions take no time at all.
constexpr double largest_rate = 32;

/// Executions per cycle of `count` instructions with this machine code, by our model of this core; 0: there is none, or
/// it does not limit them.
double known_rate(const char *code, int count) {
  constexpr const char *host = "";
  const auto analyzer = BlockAnalyzer::create(host);
  if (!analyzer)
    return 0;
  const BlockResult found = analyzer->analyze(code);
  const double cycles = found.status == BlockResult::Status::ok ? found.cycles.to_double() : 0;
  return cycles > 0 && count / cycles <= largest_rate ? count / cycles : 0;
}

} // namespace

double known_no_ops_per_cycle() { return known_rate("90", 1); }

/// addq %rcx to rdi, rdx, r9, r10 and r11, the same additions as in the sentinel.
double known_additions_per_cycle() { return known_rate("4801cf4801ca4901c94901ca4901cb", 5); }

} // namespace osaca::measure
