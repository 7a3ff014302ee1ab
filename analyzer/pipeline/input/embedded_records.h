// Reads the section that contains embedded reports, which is a sequence of records. Its format is described in
// plugin-common/embedded_format.md.
#pragma once

#include "base/expected.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

struct RecordsRead {
  std::vector<std::string> reports; ///< JSON
  std::string problem;              ///< the first error; `reports` contains what could be read in spite of it
};

/// Reads all records of one section. Unpacks at most `most_bytes`.
[[nodiscard]] RecordsRead read_records(std::string_view section, std::size_t most_bytes);

} // namespace osaca
