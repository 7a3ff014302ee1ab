// The bytes of the section in which reports travel: records, one behind the other. See
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
  std::string problem; ///< the first thing that is wrong; what could be read in spite of it is in `reports`
};

/// All records of one section. Unpacks no more than `most_bytes`.
[[nodiscard]] RecordsRead read_records(std::string_view section, std::size_t most_bytes);

} // namespace osaca
