// Mach-O and universal files, whole and damaged.
#include "container/byte_ranges.h"
#include "container/macho.h"
#include "made_bytes.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using testing::big_number;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::number;
using testing::padded;
using ::testing::SizeIs;

constexpr std::uint32_t cpu_x86_64 = 0x01000007, cpu_arm64 = 0x0100000c;
constexpr std::uint64_t commands_bytes = 72 + 80 + 24 + 16;
constexpr std::uint64_t code_at = 32 + commands_bytes, symbols_at = code_at + 4, strings_at = symbols_at + 16,
                        starts_at = strings_at + 10;

std::string section(std::uint64_t size, std::uint64_t relocation_count) {
  return padded("__text", 16) + padded("__TEXT", 16) + number(0x1000, 8) + number(size, 8) + number(code_at, 4) +
         number(4, 4) + number(0, 4) + number(relocation_count, 4) + number(0x80000400, 4) + std::string(12, '\0');
}

/// A program with four bytes of code, one symbol, and two functions that its list of beginnings names.
std::string program(std::uint64_t size = 4, std::uint32_t type = 2, std::uint64_t relocation_count = 0) {
  const std::string segment = number(0x19, 4) + number(72 + 80, 4) + padded("__TEXT", 16) + number(0x1000, 8) +
                              number(0x1000, 8) + number(0, 8) + number(0x1000, 8) + number(0, 4) + number(0, 4) +
                              number(1, 4) + number(0, 4) + section(size, relocation_count);
  const std::string table =
      number(2, 4) + number(24, 4) + number(symbols_at, 4) + number(1, 4) + number(strings_at, 4) + number(10, 4);
  const std::string starts = number(0x26, 4) + number(16, 4) + number(starts_at, 4) + number(4, 4);
  return number(0xfeedfacf, 4) + number(cpu_x86_64, 4) + number(3, 4) + number(type, 4) + number(3, 4) +
         number(commands_bytes, 4) + number(0x2000, 4) + number(0, 4) + segment + table + starts + "code" +
         number(1, 4) + number(0x0f, 1) + number(1, 1) + number(0, 2) + number(0x1000, 8) +
         std::string("\0_function", 10) + "\x80\x01\x02" + '\0';
}

Expected<MachoFile> read_program(const std::string &bytes) { return read_macho(BytesAtHand(bytes)); }

TEST(Macho, SectionsSymbolsAndBeginningsOfFunctions) {
  const std::string bytes = program();
  EXPECT_EQ(identity_of(bytes).kind, FileKind::macho);
  EXPECT_EQ(identity_of(bytes).machine, Machine::x86_64);
  const Expected<MachoFile> file = read_program(bytes);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->type, MachoFile::Type::linked);
  EXPECT_TRUE(file->is_cut_at_symbols);
  ASSERT_THAT(file->sections, SizeIs(1));
  EXPECT_EQ(file->sections[0].name, "__text");
  EXPECT_TRUE(file->sections[0].is_code);
  EXPECT_EQ(file->sections[0].alignment, 16U);
  const std::vector<MachoSymbol> symbols = macho_symbols(bytes, *file);
  ASSERT_THAT(symbols, SizeIs(1));
  EXPECT_EQ(symbols[0].name, "_function");
  EXPECT_EQ(symbols[0].section, 1U);
  EXPECT_TRUE(symbols[0].is_external);
  EXPECT_THAT(macho_function_starts(bytes, *file), ElementsAre(0x1080, 0x1082));
}

TEST(Macho, TruncatedFilesAreErrors) {
  const std::string whole = program();
  for (std::size_t size = 4; size < whole.size(); ++size) {
    const Expected<MachoFile> file = read_program(whole.substr(0, size));
    ASSERT_FALSE(file) << size;
    EXPECT_THAT(file.error().message, HasSubstr("damaged"));
  }
}

TEST(Macho, TablesThatReachBeyondTheFileAreErrors) {
  EXPECT_THAT(read_program(program(~std::uint64_t{0})).error().message, HasSubstr("past the end"));
  EXPECT_THAT(read_program(program(4, 1, 0xffffffff)).error().message, HasSubstr("relocations"));
  std::string bytes = program();
  bytes.replace(32 + 4, 4, number(7, 4)); // shorter than a command can be
  EXPECT_THAT(read_program(bytes).error().message, HasSubstr("load commands"));
  bytes = program();
  bytes.replace(32 + 64, 4, number(0xffffffff, 4)); // sections
  EXPECT_THAT(read_program(bytes).error().message, HasSubstr("section headers"));
}

TEST(Macho, OtherKindsAreKnown) {
  EXPECT_EQ(identity_of(number(0xfeedface, 4) + std::string(60, '\0')).kind, FileKind::other_macho);
  EXPECT_EQ(identity_of(big_number(0xfeedfacf, 4) + std::string(60, '\0')).kind, FileKind::other_macho);
}

std::string universal(std::uint64_t size) {
  const auto slice = [&](std::uint32_t cpu, std::uint32_t variant, std::uint64_t offset) {
    return big_number(cpu, 4) + big_number(variant, 4) + big_number(offset, 4) + big_number(size, 4) +
           big_number(12, 4);
  };
  return big_number(0xcafebabe, 4) + big_number(2, 4) + slice(cpu_x86_64, 3, 48) + slice(cpu_arm64, 0x80000002, 56) +
         "x86 codearm code";
}

TEST(Universal, SlicesHaveTheirCpus) {
  const std::string bytes = universal(8);
  EXPECT_EQ(identity_of(bytes).kind, FileKind::universal);
  const auto slices = universal_slices(BytesAtHand(bytes));
  ASSERT_TRUE(slices);
  ASSERT_THAT(*slices, SizeIs(2));
  EXPECT_EQ((*slices)[0].cpu, "x86_64");
  EXPECT_EQ(bytes.substr((*slices)[0].offset, (*slices)[0].size_bytes), "x86 code");
  EXPECT_EQ((*slices)[1].cpu, "arm64e");
  EXPECT_EQ((*slices)[1].machine, Machine::aarch64);
  EXPECT_FALSE(universal_slices(BytesAtHand(universal(9))));
}

TEST(Universal, JavaClassesAreNone) {
  EXPECT_EQ(identity_of(big_number(0xcafebabe, 4) + big_number(52, 4) + std::string(56, '\0')).kind, FileKind::other);
}

} // namespace
} // namespace osaca
