// Program databases as containers of streams, whole and damaged.
#include "container/byte_ranges.h"
#include "container/msf.h"
#include "made_bytes.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using ::testing::HasSubstr;
using testing::number;
using testing::padded;

constexpr std::size_t block_bytes = 512;
const std::string guid = "sixteen bytes !!";

/// Blocks: 0 header, 1 numbers of the directory's blocks, 2 directory, 3 and 4 the stream about the database itself.
std::string database(std::uint32_t stream_bytes = 600, std::uint32_t directory_bytes = 20,
                     std::uint32_t second_block = 4) {
  const std::string header = std::string("Microsoft C/C++ MSF 7.00\r\n\x1a"
                                         "DS\0\0\0",
                                         32) +
                             number(block_bytes, 4) + number(1, 4) + number(5, 4) + number(directory_bytes, 4) +
                             number(0, 4) + number(1, 4);
  const std::string directory =
      number(2, 4) + number(0, 4) + number(stream_bytes, 4) + number(3, 4) + number(second_block, 4);
  const std::string stream = number(20000404, 4) + number(0, 4) + number(1, 4) + guid;
  return padded(header, block_bytes) + padded(number(2, 4), block_bytes) + padded(directory, block_bytes) +
         padded(stream, block_bytes) + padded("second block", block_bytes);
}

TEST(Msf, StreamsArePutTogetherOfBlocks) {
  const std::string bytes = database();
  const BytesAtHand file(bytes);
  auto opened = MsfFile::open(file);
  ASSERT_TRUE(opened) << opened.error().message;
  MsfFile msf = *std::move(opened);
  const std::string stream = msf.stream(1);
  ASSERT_EQ(stream.size(), 600U);
  EXPECT_EQ(stream.substr(512, 12), "second block");
  EXPECT_EQ(msf.stream(0), "");
  EXPECT_EQ(msf.stream(7), "");
  const auto found = guid_of_database(file);
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, guid);
}

TEST(Msf, NoMoreIsReadThanTwiceTheFile) {
  const std::string bytes = database();
  const BytesAtHand file(bytes);
  MsfFile msf = *MsfFile::open(file);
  std::size_t read = 0;
  for (int time = 0; time < 100; ++time)
    read += msf.stream(1).size();
  EXPECT_LE(read, 2 * bytes.size());
}

TEST(Msf, DamageIsAnErrorOrNotThere) {
  for (const std::string &bytes : {database(0x7fffffff), database(600, 0x7fffffff), database(600, 4)})
    EXPECT_EQ(MsfFile::open(BytesAtHand(bytes)).error().message,
              "the program database is damaged: its directory is truncated");
  std::string odd = database();
  odd.replace(32, 4, number(500, 4));
  EXPECT_THAT(MsfFile::open(BytesAtHand(odd)).error().message, HasSubstr("block size"));
  const std::string elsewhere = database(600, 20, 0xfffffff0);
  const auto found = guid_of_database(BytesAtHand(elsewhere));
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, HasSubstr("does not identify its program"));
}

TEST(Msf, ReportsTruncatedFiles) {
  const std::string whole = database();
  const std::size_t header = 56, directory = 2 * block_bytes + 20;
  const std::size_t needed = 4 * block_bytes + (600 - block_bytes); // of the last block no more is used
  for (std::size_t size = 0; size < needed; ++size) {
    const std::string part = whole.substr(0, size);
    const auto found = guid_of_database(BytesAtHand(part));
    ASSERT_FALSE(found) << size;
    EXPECT_EQ(found.error().message, size < header ? "this is not a program database"
                                     : size < directory
                                         ? "the program database is damaged: its directory is truncated"
                                         : "the program database is damaged: it does not identify its program")
        << size;
  }
  const std::string enough = whole.substr(0, needed);
  const auto found = guid_of_database(BytesAtHand(enough));
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(*found, guid);
}

} // namespace
} // namespace osaca
