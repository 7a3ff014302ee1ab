// Objects of Windows, whole and damaged.
#include "container/byte_ranges.h"
#include "container/coff.h"
#include "made_bytes.h"

#include <gmock/gmock.h>

namespace osaca {
namespace {

using ::testing::HasSubstr;
using testing::number;
using testing::padded;
using ::testing::SizeIs;

constexpr std::uint32_t code_flags = 0x60500020; // code, aligned to 16 bytes, read and executed
constexpr std::size_t header_bytes = 20, section_bytes = 40;

struct Section {
  std::string name = ".text";
  std::uint64_t size = 4;
  std::uint64_t offset = header_bytes + section_bytes;
  std::uint64_t relocations = 0;
  std::uint64_t relocation_count = 0;
  std::uint32_t flags = code_flags;
  std::uint64_t address = 0;
};

std::string header_of(const Section &section) {
  return padded(section.name, 8) + number(0, 4) + number(section.address, 4) + number(section.size, 4) +
         number(section.offset, 4) + number(section.relocations, 4) + number(0, 4) +
         number(section.relocation_count, 2) + number(0, 2) + number(section.flags, 4);
}

std::string symbol(const std::string &name, std::uint32_t value, unsigned section, unsigned type, unsigned storage) {
  return padded(name, 8) + number(value, 4) + number(section, 2) + number(type, 2) + number(storage, 1) + number(0, 1);
}

/// One section with four bytes of code and a relocation, and two symbols; the second one's name is among the strings.
std::string object(unsigned machine = 0x8664, const Section &changed = {}) {
  Section section = changed;
  const std::size_t symbols = header_bytes + section_bytes + 4 + 10;
  if (section.relocations == 0) {
    section.relocations = header_bytes + section_bytes + 4;
    section.relocation_count = 1;
  }
  const std::string long_name =
      number(0, 4) + number(4, 4) + number(2, 4) + number(1, 2) + number(0, 2) + number(2, 1) + number(0, 1);
  return number(machine, 2) + number(1, 2) + number(0, 4) + number(symbols, 4) + number(2, 4) + number(0, 4) +
         header_of(section) + "code" + number(section.address, 4) + number(1, 4) + number(4, 2) +
         symbol("function", 0, 1, 0x20, 2) + long_name + number(22, 4) + "a name of strings" + '\0';
}

Expected<CoffFile> read(const std::string &bytes) { return read_coff(BytesAtHand(bytes)); }

TEST(Coff, SectionsSymbolsAndRelocationsOfAnObject) {
  const std::string bytes = object();
  EXPECT_EQ(identity_of(bytes).kind, FileKind::coff_object);
  EXPECT_EQ(identity_of(bytes).machine, Machine::x86_64);
  const Expected<CoffFile> file = read(bytes);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_FALSE(file->is_linked);
  ASSERT_THAT(file->sections, SizeIs(1));
  EXPECT_EQ(file->sections[0].name, ".text");
  EXPECT_TRUE(file->sections[0].is_code);
  EXPECT_EQ(file->sections[0].alignment, 16U);
  EXPECT_EQ(bytes.substr(file->sections[0].offset, file->sections[0].size_bytes), "code");
  const std::vector<CoffSymbol> symbols = coff_symbols(bytes, *file);
  ASSERT_THAT(symbols, SizeIs(2));
  EXPECT_EQ(symbols[0].name, "function");
  EXPECT_EQ(symbols[0].kind, CoffSymbol::Kind::function);
  EXPECT_EQ(symbols[1].name, "a name of strings");
  EXPECT_EQ(symbols[1].kind, CoffSymbol::Kind::entry);
  EXPECT_EQ(symbols[1].value, 2U);
  const std::vector<CoffRelocation> relocations = coff_relocations(bytes, file->sections[0]);
  ASSERT_THAT(relocations, SizeIs(1));
  EXPECT_EQ(relocations[0].symbol, 1U);
  EXPECT_EQ(relocations[0].type, 4U);
}

TEST(Coff, MachinesAreThoseOfTheDocument) {
  EXPECT_EQ(identity_of(object(0xaa64)).machine, Machine::aarch64);
  EXPECT_EQ(identity_of(object(0xa641)).machine, Machine::aarch64);
  EXPECT_EQ(identity_of(object(0x14c)).machine, Machine::other);
  EXPECT_EQ(identity_of(object(0x14c)).kind, FileKind::coff_object);
  EXPECT_EQ(identity_of(object(0x1234)).kind, FileKind::other);
}

/// What is said of the first `size` bytes of an object; empty: they can be read.
std::string complaint_about(const std::string &whole, std::size_t size) {
  const Expected<CoffFile> file = read(whole.substr(0, size));
  return file ? "" : file.error().message;
}

TEST(Coff, ReportsTruncatedFiles) {
  const std::size_t content = header_bytes + section_bytes, relocations = content + 4, symbols = relocations + 10;
  const std::string with_symbols = object();
  for (std::size_t size = 0; size < symbols + 36; ++size)
    EXPECT_EQ(complaint_about(with_symbols, size), size < header_bytes
                                                       ? "the file is damaged: the header is truncated"
                                                       : "the file is damaged: the symbol table is truncated")
        << size;
  std::string without_symbols = object();
  without_symbols.replace(8, 8, number(0, 8));
  for (std::size_t size = header_bytes; size <= symbols; ++size)
    EXPECT_EQ(complaint_about(without_symbols, size),
              size < content       ? "the file is damaged: the section headers are truncated"
              : size < relocations ? "the file is damaged: a section extends past the end of the file"
              : size < symbols     ? "the file is damaged: the relocations of a section are truncated"
                                   : "")
        << size;
}

TEST(Coff, OfANameThatIsCutOffTheBeginningIsThere) {
  const std::string whole = object(), name = "a name of strings";
  const std::size_t name_at = whole.size() - name.size() - 1;
  for (std::size_t size = name_at - 4; size <= whole.size(); ++size) {
    const std::string part = whole.substr(0, size);
    const Expected<CoffFile> file = read(part);
    ASSERT_TRUE(file) << file.error().message;
    const std::vector<CoffSymbol> symbols = coff_symbols(part, *file);
    ASSERT_THAT(symbols, SizeIs(2));
    EXPECT_EQ(symbols[0].name, "function");
    EXPECT_EQ(symbols[1].name, name.substr(0, std::max(size, name_at) - name_at));
    EXPECT_THAT(coff_relocations(part, file->sections.at(0)), SizeIs(1));
  }
}

// By Microsoft's "PE Format" this address is 0 where compilers do as they should, and anything else is taken off the
// places of relocations. Values of symbols count from the section's first byte all the same.
TEST(Coff, RelocationsOfAnObjectCountFromTheAddressOfTheSection) {
  Section section;
  section.address = 0x1000;
  const std::string bytes = object(0x8664, section);
  const Expected<CoffFile> file = read(bytes);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->sections[0].address, 0U);
  const std::vector<CoffRelocation> relocations = coff_relocations(bytes, file->sections[0]);
  ASSERT_THAT(relocations, SizeIs(1));
  EXPECT_EQ(relocations[0].place, 0U);
  EXPECT_EQ(coff_symbols(bytes, *file).at(1).value, 2U);
}

TEST(Coff, TablesThatReachBeyondTheFileAreErrors) {
  Section section;
  section.size = 0xffffffff;
  EXPECT_THAT(read(object(0x8664, section)).error().message, HasSubstr("past the end"));
  section = {};
  section.relocations = 60;
  section.relocation_count = 0xffff;
  EXPECT_THAT(read(object(0x8664, section)).error().message, HasSubstr("relocations"));
  section.flags |= 0x01000000; // the count is elsewhere: in the bytes "code"
  EXPECT_THAT(read(object(0x8664, section)).error().message, HasSubstr("relocations"));
  std::string bytes = object();
  bytes.replace(12, 4, number(0xffffffff, 4));
  EXPECT_THAT(read(bytes).error().message, HasSubstr("symbol table"));
  bytes = object();
  bytes.replace(2, 2, number(0xffff, 2));
  EXPECT_THAT(read(bytes).error().message, HasSubstr("section headers"));
}

TEST(Coff, SectionsThatShareBytesAreAnError) {
  const std::size_t count = 2000, begin = header_bytes + count * section_bytes;
  Section section;
  section.offset = begin;
  section.size = 4096;
  std::string bytes = number(0x8664, 2) + number(count, 2) + std::string(16, '\0');
  for (std::size_t s = 0; s < count; ++s)
    bytes += header_of(section);
  bytes += std::string(4096, '\x90');
  EXPECT_THAT(read(bytes).error().message, HasSubstr("overlap"));
}

TEST(Coff, DistinguishesHeadersWithoutAMachine) {
  const auto anonymous = [](unsigned version, std::string_view id) {
    return number(0, 2) + number(0xffff, 2) + number(version, 2) + number(0x8664, 2) + number(0, 4) + std::string(id) +
           std::string(64, '\0');
  };
  EXPECT_EQ(identity_of(anonymous(0, "")).kind, FileKind::coff_import);
  EXPECT_EQ(identity_of(anonymous(2, "\xc7\xa1\xba\xd1\xee\xba\xa9\x4b\xaf\x20\xfa\xf6\x6a\xa4\xdc\xb8")).kind,
            FileKind::coff_object);
  EXPECT_EQ(identity_of(anonymous(1, "\x38\xfe\xb3\x0c\xa5\xd9\xab\x4d\xac\x9b\xd6\xb6\x22\x26\x53\xc2")).kind,
            FileKind::coff_link_time_code);
  EXPECT_EQ(identity_of(anonymous(1, "neither of the two")).kind, FileKind::other);
}

} // namespace
} // namespace osaca
