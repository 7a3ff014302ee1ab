// `osaca-measure`, which `osaca measure` starts: what only the hardware can tell.
#include "measure/commands/commands.h"
#include "measure/tables/commands.h"
#include "measure/commands/subcommand.h"

#include <csignal>
#include <cstdio>
#include <exception>

namespace osaca::measure {
namespace {

constexpr Subcommand commands[] = {{"blocks", run_blocks}, {"instructions", run_instructions},
                                   {"kernel", run_kernel}, {"model", run_model}, // `osaca model`
                                   {"ports", run_ports},   {"structure", run_structure}};

constexpr const char *usage = R"(Measures code on the machine it runs on, and compares with what is predicted.

Usage: osaca measure COMMAND [options]

Commands:
  blocks         cycles of basic blocks from standard input
  instructions   throughput and latencies of all instructions of this processor
  kernel         cycles per iteration of the loops of a file
  ports          which execution ports instructions use
  structure      what the core is made of: widths, sizes, latencies, what it leaves out

'osaca measure COMMAND --help' tells more.
)";

int dispatch(const Words &words) { return run_subcommand("osaca measure", usage, commands, words); }

} // namespace
} // namespace osaca::measure

int main(int argc, char **argv) {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return osaca::measure::dispatch({argv + 1, argv + argc});
  } catch (const std::exception &problem) {
    osaca::measure::complain(std::string("internal error: ") + problem.what());
    return osaca::measure::unusable_input;
  }
}
