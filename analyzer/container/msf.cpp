#include "container/msf.h"

#include "container/byte_ranges.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace osaca {
namespace {

constexpr std::string_view msf_magic("Microsoft C/C++ MSF 7.00\r\n\x1a"
                                     "DS\0\0\0",
                                     32);
constexpr std::size_t most_streams = 1U << 20U;

Error damaged_database(const std::string &what) { return Error{"the program database is damaged: " + what}; }

std::uint64_t blocks_for(std::uint64_t bytes, std::uint64_t block_bytes) {
  return (bytes + block_bytes - 1) / block_bytes;
}

/// Reads block numbers; empty: they do not lie within the bytes.
std::optional<std::vector<std::uint32_t>> block_list(std::string_view bytes, std::uint64_t at, std::uint64_t count) {
  if (count > bytes.size() / 4 || bytes_in(bytes, at, count * 4).size() != count * 4)
    return std::nullopt;
  std::vector<std::uint32_t> blocks(count);
  for (std::uint64_t b = 0; b < count; ++b)
    blocks[b] = number_at<std::uint32_t>(bytes, at + b * 4);
  return blocks;
}

} // namespace

bool is_program_database(std::string_view begin) { return begin.starts_with(msf_magic); }

Expected<MsfFile> MsfFile::open(const ByteSource &file) {
  const std::string begin = file.read(0, 56);
  if (begin.size() < 56 || !is_program_database(begin))
    return Error{"this is not a program database"};
  const std::uint64_t block_bytes = number_at<std::uint32_t>(begin, 32);
  const std::uint64_t directory_bytes = number_at<std::uint32_t>(begin, 44);
  const std::uint64_t map_block = number_at<std::uint32_t>(begin, 52);
  if (!std::has_single_bit(block_bytes) || block_bytes < 512 || block_bytes > 65536)
    return damaged_database("its block size is not supported");
  if (directory_bytes > file.size_bytes())
    return damaged_database("its directory is truncated");
  MsfFile made(file, block_bytes);
  const std::uint64_t block_count = blocks_for(directory_bytes, block_bytes);
  const std::string map = file.read(map_block * block_bytes, block_count * 4);
  const auto blocks = block_list(map, 0, block_count);
  const std::string directory = blocks ? made.read_blocks(*blocks, directory_bytes) : std::string();
  if (directory.size() != directory_bytes || !made.read_directory(directory))
    return damaged_database("its directory is truncated");
  made.left_bytes_ = 2 * file.size_bytes();
  return made;
}

bool MsfFile::read_directory(std::string_view directory) {
  constexpr std::uint64_t not_there = 0xffffffff;
  const std::uint64_t count = number_at<std::uint32_t>(directory, 0);
  if (directory.size() < 4 || count > (directory.size() - 4) / 4 || count > most_streams)
    return false;
  std::uint64_t at = 4 + count * 4;
  for (std::uint64_t s = 0; s < count; ++s) {
    const std::uint64_t said = number_at<std::uint32_t>(directory, 4 + s * 4);
    const std::uint64_t size_bytes = said == not_there ? 0 : said;
    const std::uint64_t block_count = blocks_for(size_bytes, block_bytes_);
    auto blocks = block_list(directory, at, block_count);
    if (!blocks)
      return false;
    at += block_count * 4;
    streams_.push_back({size_bytes, *std::move(blocks)});
  }
  return true;
}

std::string MsfFile::read_blocks(const std::vector<std::uint32_t> &blocks, std::uint64_t size_bytes) const {
  std::string bytes;
  for (const std::uint32_t block : blocks) {
    const std::uint64_t wanted = std::min(block_bytes_, size_bytes - bytes.size());
    const std::string part = file_->read(block * block_bytes_, wanted);
    if (part.size() != wanted)
      return {};
    bytes += part;
  }
  return bytes;
}

std::string MsfFile::stream(std::size_t number) {
  if (number >= streams_.size() || streams_[number].size_bytes > left_bytes_)
    return {};
  left_bytes_ -= streams_[number].size_bytes;
  return read_blocks(streams_[number].blocks, streams_[number].size_bytes);
}

Expected<std::string> guid_of_database(const ByteSource &file) {
  OSACA_TRY(MsfFile msf, MsfFile::open(file));
  constexpr std::size_t about_itself = 1, guid_at = 12, guid_bytes = 16;
  const std::string bytes = msf.stream(about_itself);
  const std::string_view guid = bytes_in(bytes, guid_at, guid_bytes);
  if (guid.empty())
    return damaged_database("it does not identify its program");
  return std::string(guid);
}

} // namespace osaca
