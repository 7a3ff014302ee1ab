#include "measure/model/commands.h"

#include <cstdio>

namespace osaca::measure {
namespace {

struct Command {
  std::string_view name;
  int (*run)(const Words &);
};

constexpr Command commands[] = {{"build", run_model_build}, {"diff", run_model_diff}, {"import", run_model_import}};

constexpr const char *usage = R"(Compares and makes the tables of instruction figures that predictions rest on.

Usage: osaca model COMMAND [options]

Commands:
  build    a model file of a base and measurements
  diff     two models or measurement files side by side, form by form
  import   another tool's figures as a measurement file

'osaca model COMMAND --help' tells more; 'osaca models' lists the models there are.
)";

} // namespace

int run_model(const Words &words) {
  if (words.empty() || words.front() == "--help" || words.front() == "-h" || words.front() == "help") {
    std::fputs(usage, words.empty() ? stderr : stdout);
    return words.empty() ? unusable_input : success;
  }
  for (const Command &command : commands)
    if (words.front() == command.name)
      return command.run(Words(words.begin() + 1, words.end()));
  complain("'osaca model' knows no command " + driver::in_quotes(words.front()) + "; see 'osaca model --help'");
  return unusable_input;
}

} // namespace osaca::measure
