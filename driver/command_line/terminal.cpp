#include "driver/command_line/terminal.h"

#include "base/format.h"

#include <cstdio>
#include <cstdlib>
#include <string>
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

namespace {

constexpr std::chrono::milliseconds before_first{500};
constexpr std::chrono::milliseconds between{100};

bool is_terminal() {
  const char *kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

std::size_t columns() {
  struct winsize size = {};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string progress_line(const WorkProgress &progress) {
  std::string line;
  if (progress.inputs > 1)
    line = format_text("[{}/{} files] ", progress.inputs_done, progress.inputs);
  line += format_text("{}: {}/{}", progress.step, progress.done, progress.all);
  return line.substr(0, columns() - 1);
}

} // namespace

WorkDisplay::WorkDisplay() : is_terminal_(is_terminal()), next_(Clock::now() + before_first) {}

WorkDisplay::~WorkDisplay() {
  if (is_shown_)
    std::fputs("\r\033[K", stderr);
}

void WorkDisplay::show(const WorkProgress &progress) {
  if (!is_terminal_)
    return;
  const Clock::time_point now = Clock::now();
  if (now < next_)
    return;
  next_ = now + between;
  is_shown_ = true;
  std::fprintf(stderr, "\r\033[K%s", progress_line(progress).c_str());
  std::fflush(stderr);
}

} // namespace osaca::driver
