#include "measure/tables/table_output.h"

#include "base/printable.h"

#include <fstream>
#include <iostream>

namespace osaca::measure {

std::optional<Error> write_table(const std::string &path, const std::string &text) {
  if (path.empty() || path == "-") {
    std::cout << printable(text) << std::flush;
    return std::cout ? std::nullopt : std::optional(Error{"cannot be written", {"<stdout>", 0, 0}});
  }
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text << std::flush;
  return file ? std::nullopt : std::optional(Error{"cannot be written", {path, 0, 0}});
}

} // namespace osaca::measure
