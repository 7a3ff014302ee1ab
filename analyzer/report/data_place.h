// Where somebody says that a loop's data are: in a level of the memory system, or how many bytes they are.
#pragma once

#include "base/expected.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace osaca {

struct DataPlace {
  std::string level;                        ///< "L1", "L2", "L3", "MEM"; empty: not said
  std::optional<std::int64_t> bytes;        ///< of all the loop's data
  std::optional<std::int64_t> row_bytes;    ///< from one row of its arrays to the next
  std::optional<std::int64_t> row_elements; ///< the same in elements of the loop's type

  [[nodiscard]] bool names_a_place() const { return !level.empty() || bytes; }
  friend bool operator==(const DataPlace &, const DataPlace &) = default;
};

/// What `first` says, and of what it leaves open what `otherwise` says.
[[nodiscard]] DataPlace joined_places(DataPlace first, const DataPlace &otherwise);

/// "4096", "4096 bytes", "48 kB", "48 KiB", "1.5 MB", "2 GiB": at most 2^53 bytes, more than none.
[[nodiscard]] std::optional<std::int64_t> parse_bytes(std::string_view text);

/// "L3" (any case), "MEM" or "memory", or a number of bytes with its unit. The error says what is expected.
[[nodiscard]] Expected<DataPlace> parse_data_place(std::string_view text);

/// The length of a row: "8000" elements, "8000 doubles", "8000 floats", "64 kB". Only row_bytes or row_elements is set.
[[nodiscard]] Expected<DataPlace> parse_rows(std::string_view text);

/// "L3", "48000000 bytes".
[[nodiscard]] std::string text_of(const DataPlace &place);

} // namespace osaca
