#include "decode/coff/unwind_ranges.h"

#include "container/byte_ranges.h"

#include <algorithm>

namespace osaca {
namespace {

constexpr std::uint64_t most_ranges = 4'000'000;

struct UnwindEntry {
  AddressRange range;
  bool goes_on = false; ///< a part of the function before it
};

/// Begin, end, and where to read more: whether the entry is chained to another one, whose function it is a part of.
UnwindEntry x86_entry(std::string_view bytes, const CoffFile &file, std::string_view record) {
  constexpr unsigned is_chained = 4;
  const std::uint64_t begin = file.image_base + number_at<std::uint32_t>(record, 0);
  const std::uint64_t end = file.image_base + number_at<std::uint32_t>(record, 4);
  const std::string_view more = image_bytes(bytes, file, file.image_base + number_at<std::uint32_t>(record, 8));
  return {{begin, end}, !more.empty() && (number_at<std::uint8_t>(more, 0) >> 3U & is_chained) != 0};
}

/// Begin, and the length: packed together with the rest, or in the first word of what the entry points to.
UnwindEntry arm_entry(std::string_view bytes, const CoffFile &file, std::string_view record) {
  const std::uint64_t begin = file.image_base + number_at<std::uint32_t>(record, 0);
  const std::uint32_t word = number_at<std::uint32_t>(record, 4);
  constexpr unsigned is_elsewhere = 0, is_fragment = 2;
  const unsigned form = word & 3U;
  if (form == is_elsewhere) {
    const std::string_view more = image_bytes(bytes, file, file.image_base + word);
    return {{begin, begin + std::uint64_t{number_at<std::uint32_t>(more, 0) & 0x3ffffU} * 4}, false};
  }
  return {{begin, begin + std::uint64_t{word >> 2U & 0x7ffU} * 4}, form == is_fragment};
}

} // namespace

std::vector<AddressRange> windows_unwinding_ranges(std::string_view bytes, const CoffFile &file) {
  std::vector<AddressRange> ranges;
  const auto directory = file.directory(CoffFile::exceptions);
  if (!directory)
    return ranges;
  std::string_view table = image_bytes(bytes, file, directory->address);
  table = table.substr(0, directory->size_bytes);
  const std::uint64_t record_bytes = file.machine == Machine::aarch64 ? 8 : 12;
  for (std::uint64_t at = 0; at + record_bytes <= table.size() && ranges.size() < most_ranges; at += record_bytes) {
    const std::string_view record = table.substr(at, record_bytes);
    const UnwindEntry entry =
        file.machine == Machine::aarch64 ? arm_entry(bytes, file, record) : x86_entry(bytes, file, record);
    if (entry.range.end <= entry.range.begin)
      continue;
    if (entry.goes_on && !ranges.empty() && ranges.back().end == entry.range.begin)
      ranges.back().end = entry.range.end;
    else
      ranges.push_back(entry.range);
  }
  std::ranges::stable_sort(ranges, [](const AddressRange &a, const AddressRange &b) { return a.begin < b.begin; });
  return ranges;
}

} // namespace osaca
