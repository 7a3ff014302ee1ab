// Archives of Microsoft's kind; those that `ar` makes, tests/binaries and tests/unit/pipeline have.
#include "container/archive.h"
#include "container/byte_ranges.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string member(std::string name, const std::string &content) {
  name.resize(16, ' ');
  std::string size = std::to_string(content.size());
  size.resize(10, ' ');
  return name + std::string(32, '0') + size + "`\n" + content + (content.size() % 2 != 0 ? "\n" : "");
}

// Microsoft's "PE Format", section "Archive (Library) File Format": names end with a zero, and there are more tables
// than elsewhere.
TEST(Archive, OfMicrosoftsKind) {
  const std::string names = std::string("folder\\one_with_a_long_name.obj\0another_long_name.obj\0", 55);
  const std::string bytes = "!<arch>\n" + member("/", "first") + member("/", "second") + member("//", names) +
                            member("/<ECSYMBOLS>/", "more") + member("/0", "one") + member("/32", "two!") +
                            member("three.obj/", "three");
  ASSERT_TRUE(is_archive(BytesAtHand(bytes)));
  std::vector<std::string> found, problems;
  for_each_member(
      BytesAtHand(bytes), "some.lib",
      [](const std::string &) { return Expected<std::unique_ptr<ByteSource>>(Error{"no"}); },
      [&](const std::string &name, const ByteSource &content) {
        found.push_back(name + "=" + content.read(0, content.size_bytes()));
      },
      [&](const std::string &problem) { problems.push_back(problem); });
  EXPECT_THAT(problems, IsEmpty());
  EXPECT_THAT(found,
              ElementsAre("folder\\one_with_a_long_name.obj=one", "another_long_name.obj=two!", "three.obj=three"));
}

} // namespace
} // namespace osaca
