#include "container/universal.h"

#include "container/byte_ranges.h"
#include "container/macho.h"

namespace osaca {
namespace {

constexpr std::uint32_t most_slices = 40; // Java's oldest version is 45

/// Its numbers have the high byte first.
std::uint64_t big_number_at(std::string_view bytes, std::uint64_t offset, std::uint64_t count) {
  std::uint64_t number = 0;
  for (const char byte : bytes_in(bytes, offset, count))
    number = number << 8U | static_cast<unsigned char>(byte);
  return number;
}

bool has_wide_offsets(std::string_view begin) { return begin.starts_with("\xca\xfe\xba\xbf"); }

} // namespace

bool is_universal(std::string_view begin) {
  const std::uint64_t count = big_number_at(begin, 4, 4);
  return (begin.starts_with("\xca\xfe\xba\xbe") || has_wide_offsets(begin)) && count > 0 && count <= most_slices;
}

Expected<std::vector<UniversalSlice>> universal_slices(const ByteSource &file) {
  constexpr std::uint64_t header_bytes = 8, most_record_bytes = 32;
  const std::string begin = file.read(0, header_bytes + most_slices * most_record_bytes);
  const bool is_wide = has_wide_offsets(begin);
  const std::uint64_t record_bytes = is_wide ? 32 : 20;
  const std::uint64_t number_bytes = is_wide ? 8 : 4;
  const std::uint64_t count = big_number_at(begin, 4, 4);
  std::vector<UniversalSlice> slices;
  for (std::uint64_t s = 0; s < count; ++s) {
    const std::string_view record = bytes_in(begin, header_bytes + s * record_bytes, record_bytes);
    UniversalSlice slice;
    const auto cpu = static_cast<std::uint32_t>(big_number_at(record, 0, 4));
    const auto variant = static_cast<std::uint32_t>(big_number_at(record, 4, 4));
    slice.cpu = name_of_macho_cpu(cpu, variant);
    slice.machine = machine_of_macho_cpu(cpu);
    slice.offset = big_number_at(record, 8, number_bytes);
    slice.size_bytes = big_number_at(record, 8 + number_bytes, number_bytes);
    if (record.empty() || slice.offset > file.size_bytes() || slice.size_bytes > file.size_bytes() - slice.offset)
      return Error{"the universal file is cut off: the code for a CPU reaches beyond its end"};
    slices.push_back(std::move(slice));
  }
  return slices;
}

} // namespace osaca
