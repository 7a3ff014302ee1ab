// Microsoft's multi-stream file (MSF), the container format of program databases (.pdb). The files are untrusted. A
// stream is a list of blocks.
#pragma once

#include "base/byte_source.h"
#include "base/expected.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

[[nodiscard]] bool is_program_database(std::string_view begin);

/// Reads the streams of an MSF file.
class MsfFile {
public:
  /// `file` must outlive the result. Errors have no line or column.
  [[nodiscard]] static Expected<MsfFile> open(const ByteSource &file);

  /// The bytes of a stream; empty if there is no such stream. Several streams may name the same blocks, so all calls
  /// together read at most twice the size of the file; after that, the result is empty.
  [[nodiscard]] std::string stream(std::size_t number);

private:
  struct Stream {
    std::uint64_t size_bytes = 0;
    std::vector<std::uint32_t> blocks;
  };
  MsfFile(const ByteSource &file, std::uint64_t block_bytes) : file_(&file), block_bytes_(block_bytes) {}
  [[nodiscard]] std::string read_blocks(const std::vector<std::uint32_t> &blocks, std::uint64_t size_bytes) const;
  [[nodiscard]] bool read_directory(std::string_view directory);

  const ByteSource *file_;
  std::uint64_t block_bytes_;
  std::uint64_t left_bytes_ = 0;
  std::vector<Stream> streams_;
};

/// The GUID (16 bytes) that links a program to its database. Errors have no line or column.
[[nodiscard]] Expected<std::string> guid_of_database(const ByteSource &file);

} // namespace osaca
