#include "scan/listing.h"

#include "base/printable.h"

#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>

namespace osaca::scan {
namespace {

std::size_t columns() {
  struct winsize size = {};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

} // namespace

ProgressLine::ProgressLine(std::size_t total) : total_(total), is_terminal_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (is_terminal_ && total_ > 0)
    std::fputs("\r\033[K", stderr);
}

void ProgressLine::show(std::size_t done, const std::string &file) const {
  if (!is_terminal_)
    return;
  std::string line = "[" + std::to_string(done) + "/" + std::to_string(total_) + "] ";
  const std::size_t room = columns() - 1;
  const std::size_t rest = line.size() < room ? room - line.size() : 0;
  line += file.size() <= rest ? file : file.substr(file.size() - rest); // the end of a path is more informative
  std::fprintf(stderr, "\r\033[K%s", printable(line).c_str());
  std::fflush(stderr);
}

} // namespace osaca::scan
