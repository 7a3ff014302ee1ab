#include "driver/command_line/terminal.h"

#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace osaca::driver {

void add_colour_option(OptionSet &options, std::string &choice) {
  options.option("--color,--colour", choice, "colours in text (default: on a terminal, unless NO_COLOR is set)")
      .one_of({"auto", "always", "never"});
}

bool wants_colour(const std::string &choice, bool to_stdout) {
  if (choice != "auto")
    return choice == "always";
  const char *no_colour = std::getenv("NO_COLOR");
  const char *terminal = std::getenv("TERM");
  return to_stdout && ::isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0') &&
         terminal != nullptr && std::string_view(terminal) != "dumb";
}

int terminal_width() {
  if (::isatty(STDOUT_FILENO) != 1)
    return 0;
  struct winsize size = {};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
    return 0;
  return size.ws_col;
}

} // namespace osaca::driver
