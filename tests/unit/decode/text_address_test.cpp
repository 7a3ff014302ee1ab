// Where code comes to lie by the alignment directives of a text. The addresses are counted by hand: subq $1, %rdi takes
// four bytes, nopl (%rax) three, a short jump two.
#include "decode/decoder.h"

#include <gtest/gtest.h>

#include <string>

namespace osaca {
namespace {

CodePlace place_in(const std::string &text) {
  DecodeOptions options;
  options.isa = Isa::x86_64;
  const auto decoded = decode_assembly(text, "place.s", options);
  if (!decoded || decoded->kernels.size() != 1) {
    ADD_FAILURE() << text;
    return {};
  }
  return decoded->kernels.front().place;
}

const std::string loop = ".L2:\n subq $1, %rdi\n jne .L2\n ret\n";

TEST(TextAddress, IsNotKnownWithoutAnAlignment) { EXPECT_FALSE(place_in(".text\nf:\n" + loop).is_known()); }

TEST(TextAddress, FollowsFromTheAlignmentBefore) {
  const CodePlace place = place_in(".text\n .p2align 4\nf:\n nopl (%rax)\n" + loop);
  EXPECT_EQ(place.modulus, 16U);
  EXPECT_EQ(place.addresses, (std::vector<std::uint64_t>{3, 7}));
  EXPECT_FALSE(place.is_final());
  const CodePlace preferred =
      place_in(".text\n .prefalign 4, .Lend, nop\nf:\n nopl (%rax)\n" + loop); // as LLVM 23 says it
  EXPECT_EQ(preferred.modulus, place.modulus);
  EXPECT_EQ(preferred.addresses, place.addresses);
  EXPECT_EQ(place_in(".text\n .p2align 4\nf:\n nopl (%rax)\n .p2align 6\n" + loop).modulus, 64U);
  EXPECT_EQ(place_in(".text\n .p2align 4\nf:\n nopl (%rax)\n .p2align 6\n" + loop).addresses.front(), 0U);
}

// 3 bytes behind a border of 16: five bytes up to the next one of 8, 13 up to the next of 16.
TEST(TextAddress, KnowsWhichAlignmentsAreLeftOut) {
  const std::string begin = ".text\n .p2align 4\nf:\n nopl (%rax)\n";
  EXPECT_EQ(place_in(begin + ".p2align 4,,10\n" + loop).addresses.front(), 3U);
  EXPECT_EQ(place_in(begin + ".p2align 4,,13\n" + loop).addresses.front(), 16U);
  EXPECT_EQ(place_in(begin + ".p2align 4,,10\n .p2align 3\n" + loop).addresses.front(), 8U);
  EXPECT_FALSE(place_in(begin + ".p2align 6,,10\n" + loop).is_known()) << "that depends on the place";
}

TEST(TextAddress, IsUnknownAfterCodeOfVaryingLength) {
  const std::string begin = ".text\n .p2align 4\nf:\n";
  EXPECT_FALSE(place_in(begin + " je .Lfar\n" + loop + ".Lfar: ret\n").is_known());
  EXPECT_FALSE(place_in(begin + " .skip 5\n" + loop).is_known());
  EXPECT_EQ(place_in(begin + " .byte 0x90\n" + loop).addresses.front(), 1U);
  EXPECT_FALSE(place_in(begin + " .section .text.other,\"ax\",@progbits\n" + loop).is_known());
}

TEST(TextAddress, OfDataCountsNothing) { EXPECT_FALSE(place_in(".data\n .p2align 6\n .text\nf:\n" + loop).is_known()); }

} // namespace
} // namespace osaca
