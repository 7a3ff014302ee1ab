#include "measure/commands/repetition_options.h"

#include "measure/file/decimal.h"

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

void add_repetition(driver::OptionSet &options, Repetition &repetition, const std::string &what) {
  options
      .option("--repeat", repetition.runs,
              "processes that must agree on " + what + " (default: " + std::to_string(repetition.runs) + ")")
      .called("N")
      .within(1, 100, true);
  options
      .option("--patience", repetition.patience_seconds,
              "for how long further ones are started until they agree (default: " +
                  shortest(repetition.patience_seconds) + ")")
      .called("SECONDS")
      .within(0, 3600, true);
  options
      .option("--wait", repetition.wait_seconds,
              "in all, for somebody else to leave the core (default: " + shortest(repetition.wait_seconds) + ")")
      .called("SECONDS")
      .within(0, 86400, true);
}

} // namespace osaca::measure
