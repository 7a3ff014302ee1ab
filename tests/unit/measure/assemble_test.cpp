// Encodings from the manuals: Intel SDM volume 2, Arm ARM (DDI 0487) C6, RISC-V unprivileged ISA.
#include "decode/code/encoding.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::uint8_t> bytes(std::string_view text, Isa isa) {
  const Expected<AssembledCode> code = assemble(text, isa);
  EXPECT_TRUE(code) << code.error().text();
  return code ? code->bytes : std::vector<std::uint8_t>();
}

std::string complaint(std::string_view text) {
  const Expected<AssembledCode> code = assemble(text, Isa::x86_64, {"", false, "t"});
  return code ? "" : code.error().text();
}

TEST(Assemble, EncodesX86AsTheManualSays) {
  EXPECT_THAT(bytes("add %rbx, %rax", Isa::x86_64), ElementsAre(0x48, 0x01, 0xd8));
  EXPECT_THAT(bytes("nop; ret", Isa::x86_64), ElementsAre(0x90, 0xc3));
}

TEST(Assemble, ReadsIntelSyntaxOnRequest) {
  const Expected<AssembledCode> code = assemble("add rax, rbx", Isa::x86_64, {"", true, ""});
  ASSERT_TRUE(code) << code.error().text();
  EXPECT_THAT(code->bytes, ElementsAre(0x48, 0x01, 0xd8));
}

TEST(Assemble, EncodesAarch64AsTheManualSays) {
  EXPECT_THAT(bytes("add x0, x1, x2", Isa::aarch64), ElementsAre(0x20, 0x00, 0x02, 0x8b));
}

TEST(Assemble, EncodesRiscvAsTheManualSays) {
  EXPECT_THAT(bytes("ret", Isa::riscv64), ElementsAre(0x82, 0x80)); // c.jr ra
}

TEST(Assemble, ResolvesLabelsWithTheShortestJump) {
  const Expected<AssembledCode> code = assemble("again: dec %eax\njne again\n", Isa::x86_64);
  ASSERT_TRUE(code) << code.error().text();
  EXPECT_THAT(code->bytes, ElementsAre(0xff, 0xc8, 0x75, 0xfc));
  EXPECT_EQ(code->labels.at("again"), 0U);
}

TEST(Assemble, NamesTheLineOfAMistake) { EXPECT_THAT(complaint("nop\nfrobnicate %rax\n"), HasSubstr("t:2")); }

TEST(Assemble, RefusesSymbolsThatTheTextDoesNotDefine) {
  EXPECT_THAT(complaint("call elsewhere\n"), HasSubstr("elsewhere"));
}

TEST(Assemble, RefusesDirectivesThatReadFilesOrExpand) {
  for (const char *text : {".include \"x\"", ".incbin \"x\"", ".rept 1000000000\nnop\n.endr", ".fill 1000000000",
                           "nop; .zero 1000000000", "a: .space 99999999", ".p2align 31", ".macro m\nm\n.endm\nm"})
    EXPECT_NE(complaint(text), "") << text;
}

} // namespace
} // namespace osaca
