// `osaca-measure`, which `osaca measure` starts: what only the hardware can tell.
#include "measure/commands.h"
#include "measure/model/commands.h"

#include <csignal>
#include <cstdio>
#include <exception>

namespace osaca::measure {
namespace {

struct Command {
  std::string_view name;
  int (*run)(const Words &);
};

constexpr Command commands[] = {{"blocks", run_blocks},
                                {"instructions", run_instructions},
                                {"kernel", run_kernel},
                                {"model", run_model}}; // `osaca model`

constexpr const char *usage = R"(Measures code on the machine it runs on, and compares with what is predicted.

Usage: osaca measure COMMAND [options]

Commands:
  blocks         cycles of basic blocks from standard input
  instructions   throughput and latencies of all instructions of this processor
  kernel         cycles per iteration of the loops of a file

'osaca measure COMMAND --help' tells more.
)";

int dispatch(const Words &words) {
  if (words.empty() || words.front() == "--help" || words.front() == "-h" || words.front() == "help") {
    std::fputs(usage, words.empty() ? stderr : stdout);
    return words.empty() ? unusable_input : success;
  }
  for (const Command &command : commands)
    if (words.front() == command.name)
      return command.run(Words(words.begin() + 1, words.end()));
  complain("'osaca measure' knows no command '" + words.front().substr(0, 80) + "'; see 'osaca measure --help'");
  return unusable_input;
}

} // namespace
} // namespace osaca::measure

int main(int argc, char **argv) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return osaca::measure::dispatch({argv + 1, argv + argc});
  } catch (const std::exception &problem) {
    osaca::measure::complain(std::string("internal error: ") + problem.what());
    return osaca::measure::unusable_input;
  }
}
