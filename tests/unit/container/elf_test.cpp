// ELF headers and sections: of this very program, and of a small object, whole and damaged.
#include "container/byte_ranges.h"
#include "container/elf.h"

#include <gmock/gmock.h>

#include <cstdint>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <random>

namespace osaca {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

[[maybe_unused, gnu::used, gnu::section(".osaca_test")]] const char marker[] = "found";

std::string contents_of(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string this_program() { return contents_of("/proc/self/exe"); }

/// An object with the section .osaca_test. It is small, so that many damaged copies of it can be read in little time.
std::string small_object() { return contents_of(OSACA_ELF_SAMPLE); }

TEST(Elf, HeaderAndSectionsOfThisProgram) {
  const std::string bytes = this_program();
  const BytesAtHand file(bytes);
  ASSERT_TRUE(is_elf(file));
  const Expected<ElfHeader> header = read_elf_header(file);
  ASSERT_TRUE(header);
#ifdef __x86_64__
  EXPECT_EQ(header->machine, EM_X86_64);
#endif
  EXPECT_TRUE(header->type == ET_DYN || header->type == ET_EXEC);
  const Expected<ElfSections> sections = read_elf_sections(file, *header);
  ASSERT_TRUE(sections);
  ASSERT_LT(sections->names, sections->all.size());
  EXPECT_EQ(sections->all[sections->names].type, static_cast<std::uint32_t>(SHT_STRTAB));
  const auto contents = contents_of_sections(file, ".osaca_test");
  ASSERT_TRUE(contents);
  ASSERT_EQ(contents->size(), 1U);
  EXPECT_THAT(contents->front(), HasSubstr("found"));
  EXPECT_THAT(*contents_of_sections(file, ".osaca_tes"), IsEmpty());
}

TEST(Elf, TheMachineIsKnownInAnyForm) {
  std::string bytes(64, '\0');
  bytes.replace(0, 4, ELFMAG);
  bytes[EI_CLASS] = ELFCLASS32;
  bytes[EI_DATA] = ELFDATA2MSB;
  bytes[18] = 0;
  bytes[19] = static_cast<char>(EM_AARCH64);
  const Expected<ElfHeader> header = read_elf_header(BytesAtHand(bytes));
  ASSERT_TRUE(header);
  EXPECT_FALSE(header->is_64_bit_little_endian);
  EXPECT_EQ(header->machine, static_cast<unsigned>(EM_AARCH64));
}

TEST(Elf, ACutFileIsAnErrorOrHasNoSections) {
  const std::string bytes = small_object();
  EXPECT_FALSE(read_elf_header(BytesAtHand("")));
  EXPECT_FALSE(read_elf_header(BytesAtHand("\177ELF")));
  ASSERT_THAT(*contents_of_sections(BytesAtHand(bytes), ".osaca_test"), SizeIs(1));
  const ElfHeader header = *read_elf_header(BytesAtHand(bytes));
  for (std::uint64_t at = header.section_table; at < bytes.size(); ++at) // they come last
    EXPECT_FALSE(contents_of_sections(BytesAtHand(std::string_view(bytes).substr(0, at)), ".osaca_test")) << at;
}

/// Whatever the headers contain, the sections that are found are parts of the file.
TEST(Elf, DamagedHeadersNeverGiveMoreThanTheFileHolds) {
  const std::string whole = small_object();
  const ElfHeader header = *read_elf_header(BytesAtHand(whole));
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    std::string bytes = whole;
    for (int i = 0; i < 8; ++i) {
      const bool in_table = random() % 2 == 0;
      const std::size_t at =
          in_table ? header.section_table + random() % (whole.size() - header.section_table) : random() % 64;
      bytes[at] = static_cast<char>(random());
    }
    const auto contents = contents_of_sections(BytesAtHand(bytes), ".osaca_test");
    if (!contents)
      continue;
    for (const std::string &content : *contents)
      EXPECT_LE(content.size(), bytes.size());
  }
}

} // namespace
} // namespace osaca
