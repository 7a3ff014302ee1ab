#include "driver/command_line/completion.h"

#include <algorithm>

namespace osaca::driver {

std::string short_help(const std::string &help) {
  const std::size_t end = std::min({help.find(';'), help.find(" ("), help.find(": "), help.find('\n')});
  return help.substr(0, end);
}

} // namespace osaca::driver
