#include "measure/tables/commands.h"
#include "measure/commands/subcommand.h"

namespace osaca::measure {
namespace {

constexpr Subcommand commands[] = {{"build", run_model_build}, {"diff", run_model_diff}, {"import", run_model_import}};

constexpr const char *usage = R"(Compares and makes the tables of instruction figures that predictions rest on.

Usage: osaca model COMMAND [options]

Commands:
  build    a model file of a base and measurements
  diff     two models or measurement files side by side, form by form
  import   another tool's figures as a measurement file

'osaca model COMMAND --help' tells more; 'osaca models' lists the models there are.
)";

} // namespace

int run_model(const Words &words) { return run_subcommand("osaca model", usage, commands, words); }

} // namespace osaca::measure
