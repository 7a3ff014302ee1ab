#include "measure/commands/progress.h"

#include <cstdio>
#include <unistd.h>

namespace osaca::measure {

ProgressLine::ProgressLine() : is_terminal_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (is_terminal_)
    std::fputs("\r\033[K", stderr);
}

void ProgressLine::show(std::size_t done, std::string_view of_what) const {
  if (!is_terminal_)
    return;
  std::fprintf(stderr, "\r\033[K%zu %.*s", done, static_cast<int>(of_what.size()), of_what.data());
  std::fflush(stderr);
}

} // namespace osaca::measure
