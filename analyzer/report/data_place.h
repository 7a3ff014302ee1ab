// Where the user says that a loop's data are: the level of the memory system that holds them, or their size in bytes.
#pragma once

#include "base/expected.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace osaca {

struct DataPlace {
  std::string level;                        ///< "L1", "L2", "L3", "MEM"; empty: not specified
  std::optional<std::int64_t> bytes;        ///< size of all the loop's data
  std::optional<std::int64_t> row_bytes;    ///< distance between two rows of its arrays
  std::optional<std::int64_t> row_elements; ///< the same in elements of the loop's type

  [[nodiscard]] bool names_a_place() const { return !level.empty() || bytes; }
  friend bool operator==(const DataPlace &, const DataPlace &) = default;
};

/// Keeps what `first` specifies, and fills the rest from `otherwise`.
[[nodiscard]] DataPlace joined_places(DataPlace first, const DataPlace &otherwise);

/// Parses "4096", "4096 bytes", "48 kB", "48 KiB", "1.5 MB", "2 GiB": more than 0 and at most 2^53 bytes.
[[nodiscard]] std::optional<std::int64_t> parse_bytes(std::string_view text);

/// Parses "L3" (in any case), "MEM" or "memory", or a number of bytes with its unit. The error names what is expected.
[[nodiscard]] Expected<DataPlace> parse_data_place(std::string_view text);

/// Parses the length of a row: "8000" elements, "8000 doubles", "8000 floats", "64 kB". Sets either row_bytes or
/// row_elements.
[[nodiscard]] Expected<DataPlace> parse_rows(std::string_view text);

/// "L3", "48000000 bytes".
[[nodiscard]] std::string text_of(const DataPlace &place);

} // namespace osaca
