// Source lines of objects, for every version of DWARF's line tables, against what binutils' objdump reads out of them.
#include "compiled_inputs.h"

#include <algorithm>
#include <map>
#include <sstream>

namespace osaca {
namespace {

using testing::compiled_input;
using testing::decoded;

struct Place {
  std::string file;
  int line = 0;
  friend bool operator==(const Place &, const Place &) = default;
};

std::ostream &operator<<(std::ostream &out, const Place &place) { return out << place.file << ":" << place.line; }

std::string base_name(const std::string &path) { return path.substr(path.rfind('/') + 1); }

/// Of `objdump -dl`: "/path/loops.c:12 (discriminator 3)", "  1c:\tadd ...", "0000000000000010 <f>:", "f():".
std::map<std::uint64_t, Place> places_of(const std::string &listing) {
  std::map<std::uint64_t, Place> places;
  Place current;
  std::istringstream lines(listing);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t digits = line.find_first_not_of(' ');
    const std::size_t colon = line.rfind(':');
    if (line.ends_with(">:") && line.find("<.L") == std::string::npos) // RISC-V's local labels only interrupt
      current = {};
    else if (digits != std::string::npos && digits > 0 && line.find(":\t") != std::string::npos)
      places[std::stoull(line.substr(digits), nullptr, 16)] = current;
    else if (colon != std::string::npos && colon + 1 < line.size() &&
             std::isdigit(static_cast<unsigned char>(line[colon + 1])))
      current = {base_name(line.substr(0, colon)), std::stoi(line.substr(colon + 1))};
  }
  return places;
}

/// From the made-up name of a loop, "L_1c".
std::uint64_t address_of(const Kernel &kernel) {
  return kernel.name.starts_with("L_") ? std::stoull(kernel.name.substr(2), nullptr, 16) : ~std::uint64_t{0};
}

class LineTables : public ::testing::TestWithParam<std::tuple<const char *, const char *>> {};

TEST_P(LineTables, SayWhatObjdumpSays) {
  const std::string name = std::string(std::get<0>(GetParam())) + "-dwarf-" + std::get<1>(GetParam());
  const auto object = compiled_input(name + ".o");
  const auto listing = compiled_input(name + ".lines");
  if (!object || !listing)
    GTEST_SKIP() << "needs the compiler and binutils of " << name;
  const std::map<std::uint64_t, Place> places = places_of(*listing);
  int compared = 0;
  for (const Kernel &kernel : decoded(name + ".o", *object).kernels) {
    std::uint64_t address = address_of(kernel);
    if (kernel.path.count != 1 || !places.contains(address))
      continue;
    for (const Instruction &instruction : kernel.instructions) {
      const auto expected = places.find(address);
      ASSERT_NE(expected, places.end()) << std::hex << address << " " << instruction.text;
      const Place found{base_name(instruction.source.file), instruction.source.line};
      EXPECT_EQ(found, expected->second) << std::hex << address << " " << instruction.text;
      address += static_cast<std::uint64_t>(instruction.size_bytes);
      ++compared;
      if (instruction.is_branch) // the rest may stand elsewhere
        break;
    }
  }
  EXPECT_GT(compared, 50);
}

INSTANTIATE_TEST_SUITE_P(All, LineTables,
                         ::testing::Combine(::testing::Values("x86", "aarch64", "riscv64"),
                                            ::testing::Values("2", "3", "4", "5", "compressed", "views")),
                         [](const auto &test) {
                           return std::string(std::get<0>(test.param)) + "_" + std::get<1>(test.param);
                         });

} // namespace
} // namespace osaca
