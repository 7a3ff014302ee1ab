// The targets of osaca-fuzz behind libFuzzer, which hunts by coverage (tests/night.sh):
//
//   OSACA_FUZZ_TARGET=assembly osaca-libfuzzer CORPUS -seed_inputs=@seeds/assembly.txt -dict=FILE
//
// OSACA_FUZZ_DICTIONARY=FILE: writes the target's dictionary to it, and ends.
#include "targets.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace {

const osaca::test::FuzzTarget *target = nullptr;

/// As libFuzzer reads it: every byte as a number, because words hold quotes and line ends.
void write_dictionary(const char *path) {
  std::ofstream file(path);
  file << "# " << target->name << '\n'; // an empty file would be refused
  for (const std::string_view word : target->dictionary) {
    file << '"';
    for (const char byte : word) {
      char text[5];
      std::snprintf(text, sizeof text, "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(byte)));
      file << text;
    }
    file << "\"\n";
  }
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int * /*argc*/, char *** /*argv*/) {
  const char *const name = std::getenv("OSACA_FUZZ_TARGET");
  target = osaca::test::find_fuzz_target(name == nullptr ? "" : name);
  if (target == nullptr) {
    std::fputs("osaca-libfuzzer: set OSACA_FUZZ_TARGET to one of\n", stderr);
    for (const osaca::test::FuzzTarget &one : osaca::test::fuzz_targets())
      std::fprintf(stderr, "  %s\n", std::string(one.name).c_str());
    std::exit(2);
  }
  if (const char *const path = std::getenv("OSACA_FUZZ_DICTIONARY"); path != nullptr) {
    write_dictionary(path);
    std::exit(0);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  target->run(std::string(reinterpret_cast<const char *>(data), size));
  return 0;
}
