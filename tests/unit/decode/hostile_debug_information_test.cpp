// Debug information that promises too much, in an object of a compiler's: its code is analysed all the same. What
// stands in the files comes from the ELF specification.
#include "compiled_inputs.h"

#include <gmock/gmock.h>

#include <cstring>
#include <elf.h>
#include <stdexcept>

namespace osaca {
namespace {

using ::testing::AllOf;
using testing::compiled_input;
using ::testing::Contains;
using testing::decoded;
using ::testing::HasSubstr;

const char *const input = "x86-dwarf-5.o";

std::string good_object() {
  const std::optional<std::string> object = compiled_input(input);
  if (!object)
    throw std::runtime_error("the compiler of this build makes no x86 objects");
  return *object;
}

template <class Record> Record record_at(const std::string &bytes, std::uint64_t offset) {
  Record record;
  std::memcpy(&record, bytes.data() + offset, sizeof record);
  return record;
}

template <class Record> std::string bytes_of(const Record &record) {
  return {reinterpret_cast<const char *>(&record), sizeof record};
}

/// The object with `content` as that section's.
std::string with_section(std::string object, const std::string &name, const std::string &content, bool is_compressed) {
  const auto header = record_at<Elf64_Ehdr>(object, 0);
  const auto place_of = [&](std::uint64_t index) { return header.e_shoff + index * sizeof(Elf64_Shdr); };
  const auto names = record_at<Elf64_Shdr>(object, place_of(header.e_shstrndx));
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    auto section = record_at<Elf64_Shdr>(object, place_of(i));
    if (std::string(object.c_str() + names.sh_offset + section.sh_name) != name)
      continue;
    section.sh_offset = object.size();
    section.sh_size = content.size();
    section.sh_flags = is_compressed ? section.sh_flags | SHF_COMPRESSED : section.sh_flags;
    object.replace(place_of(i), sizeof section, bytes_of(section));
    return object + content;
  }
  throw std::runtime_error("no section " + name);
}

std::string promise_of(std::uint64_t size, unsigned kind = ELFCOMPRESS_ZLIB) {
  Elf64_Chdr header = {};
  header.ch_type = kind;
  header.ch_size = size;
  header.ch_addralign = 1;
  return bytes_of(header) + "a few bytes";
}

/// The same code as in the good object, with or without its source lines.
void expect_same_code(const std::string &object, bool with_lines) {
  const DecodedInput good = decoded(input, good_object());
  const DecodedInput made = decoded(input, object);
  ASSERT_EQ(made.kernels.size(), good.kernels.size());
  for (std::size_t k = 0; k < good.kernels.size(); ++k) {
    ASSERT_EQ(made.kernels[k].instructions.size(), good.kernels[k].instructions.size());
    for (std::size_t i = 0; i < good.kernels[k].instructions.size(); ++i) {
      const Instruction &instruction = made.kernels[k].instructions[i];
      EXPECT_EQ(instruction.text, good.kernels[k].instructions[i].text);
      EXPECT_EQ(instruction.source, with_lines ? good.kernels[k].instructions[i].source : SourceLocation());
    }
  }
}

TEST(HostileDebugInformation, CompressedLinesThatWouldFillTheMemoryAreLeftOut) {
  for (const std::string name : {".debug_line", ".debug_line_str", ".debug_str"})
    for (const std::uint64_t size : {~std::uint64_t{0}, std::uint64_t{100} << 30U, std::uint64_t{900} << 20U})
      for (const unsigned kind : {1U, 2U}) { // zlib, zstd
        SCOPED_TRACE(name + " of " + std::to_string(size));
        const std::string object = with_section(good_object(), name, promise_of(size, kind), true);
        expect_same_code(object, false);
        EXPECT_THAT(decoded(input, object).notes,
                    Contains(AllOf(HasSubstr("no source lines"), HasSubstr("too large"))));
      }
}

TEST(HostileDebugInformation, IgnoresInvalidFieldsThatAreNotRead) {
  expect_same_code(with_section(good_object(), ".debug_info", promise_of(std::uint64_t{100} << 30U), true), true);
}

TEST(HostileDebugInformation, NamesThatNoFileCanHaveAreUnknownFiles) {
  expect_same_code(with_section(good_object(), ".debug_line_str", std::string(1 << 20, 'A') + '\0', false), false);
}

TEST(HostileDebugInformation, TheMemoryOfAProcessIsNoProgram) {
  std::string object = good_object();
  auto header = record_at<Elf64_Ehdr>(object, 0);
  header.e_type = ET_CORE;
  object.replace(0, sizeof header, bytes_of(header));
  const auto made = decode_object(object, "core", {});
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().text(), HasSubstr("core file"));
}

} // namespace
} // namespace osaca
