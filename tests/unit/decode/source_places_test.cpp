// Places in the source, as assembly names them.
#include "decode_lines.h"

namespace osaca::testing {
namespace {

std::string file_named(const std::string &quoted) {
  return instruction_of(Isa::x86_64, ".file 1 " + quoted + "\n.loc 1 7 2\nincl %eax").source.file;
}

// Strings as the manual of GNU's assembler has them: a backslash and octal digits are the byte of that code.
TEST(source_places, have_names_with_any_letters) {
  EXPECT_EQ(file_named(R"("a.c")"), "a.c");
  EXPECT_EQ(file_named(R"("/home/\303\226l und T\303\274r/a.c")"), "/home/\xc3\x96l und T\xc3\xbcr/a.c");
  EXPECT_EQ(file_named("\"\xc3\x96l/a.c\""), "\xc3\x96l/a.c");
  EXPECT_EQ(file_named(R"("back\\slash and \"quotes\"")"), "back\\slash and \"quotes\"");
  EXPECT_EQ(file_named(R"("\1013\60")"), "A30") << "no more than three digits are of a code";
  EXPECT_EQ(file_named(R"("/folder" "\303\226l.c" md5 0x00112233445566778899aabbccddeeff)"), "\xc3\x96l.c");
}

} // namespace
} // namespace osaca::testing
