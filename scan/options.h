// The command line of `osaca scan`.
#pragma once

#include "base/expected.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace osaca::scan {

struct Options {
  std::string database; ///< as given with -p
  std::string root;
  std::string resource_dir;
  std::vector<std::string> files;
  std::string function;
  bool innermost = false;
  bool annotated = false;
  bool with_others = false;
  bool json = false;
  enum class Task { list, annotate, remove } task = Task::list;
  bool in_place = false;
  unsigned threads = 1;
};

/// What to do, or the exit status after --help (0) or a mistake (2), which has been explained.
[[nodiscard]] std::variant<Options, int> read_options(const std::vector<std::string> &words);

/// One line on standard error.
void complain(std::string_view message);
void complain(const Error &error);

} // namespace osaca::scan
