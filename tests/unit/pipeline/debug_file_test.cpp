// How the file with debug information is asked for: by this very program, whole and damaged.
#include "container/byte_ranges.h"
#include "pipeline/input/debug_file.h"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

namespace osaca {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::string own_bytes() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The files that are asked for.
std::vector<std::string> asked_for(const std::string &bytes) {
  std::vector<std::string> names;
  const FileOpener open = [&](const std::string &name) -> Expected<std::unique_ptr<ByteSource>> {
    names.push_back(name);
    return Error{"not there", {name, 0, 0}};
  };
  EXPECT_EQ(debug_file_of(BytesAtHand(bytes), "/folder/program", open), "");
  return names;
}

// Under the sanitizers it also ends where the name is compared with more than there is of it.
TEST(DebugFile, OnlyANoteThatIsNamedLikeGnusIsABuildId) {
  const std::string bytes = own_bytes();
  const std::string note("\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0", 16); // 20 bytes of text follow
  const std::size_t at = bytes.find(note);
  ASSERT_NE(at, std::string::npos) << "CMakeLists.txt links this program with a build-id";
  EXPECT_THAT(asked_for(bytes), Contains(HasSubstr("/.build-id/")));
  for (const char name_bytes : {'\x03', '\x10'}) {
    std::string damaged = bytes;
    damaged[at] = name_bytes;
    damaged[at + 4] = '\x02'; // of text, so that it still lies within the section
    EXPECT_THAT(asked_for(damaged), Not(Contains(HasSubstr("/.build-id/")))) << int{name_bytes};
  }
}

} // namespace
} // namespace osaca
