// Manual pages (man(7)), from the declarations of options and what stands below them in --help.
#pragma once

#include "driver/command_line/option_set.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca::driver {

struct PageName {
  std::string name;    ///< "osaca-diff"
  std::string summary; ///< what becomes of it, in one line
};

/// Page of one subcommand.
[[nodiscard]] std::string command_page(const PageName &page, const CommandDescription &command);

/// Page of a subcommand that is a program of its own: its --help as it is.
[[nodiscard]] std::string help_page(const PageName &page, std::string_view help);

/// osaca(1): what it is, the commands, files, environment, exit status.
[[nodiscard]] std::string overview_page(const std::vector<PageName> &commands);

} // namespace osaca::driver
