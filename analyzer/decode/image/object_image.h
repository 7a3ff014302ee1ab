// What is known of a file with machine code, whatever system it is for: ELF, COFF and Mach-O are read into this, and
// all that comes behind it (functions, loops, source lines) knows nothing of them.
#pragma once

#include "decode/image/code_section.h"
#include "decode/image/line_table.h"
#include "kernel/isa.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace osaca {

/// Where the source lines would be, for a file that has none.
enum class LinesElsewhere {
  unknown,
  program_database, ///< Windows: a PDB file, which was not found
  symbol_bundle     ///< macOS: the objects, from which dsymutil would make a .dSYM
};

struct ObjectImage {
  Isa isa = Isa::x86_64;
  bool is_relocatable = false; ///< not linked: an address means something only within its section
  /// In the order of the file, which is that of addresses where there are any. No two share bytes of the file. Stubs
  /// that the linker made are not among them. Their bytes are those that were read, which have to live longer.
  std::vector<CodeSection> sections;
  /// Where functions are by other tables than the symbols' (for unwinding the stack, for debuggers), of a linked file;
  /// sorted.
  std::vector<AddressRange> functions;
  std::unordered_map<std::uint64_t, std::string>
      stubs; ///< what the linker's stubs jump to, by their addresses: "abort"
  LineRows lines;
  InlineSites inlined; ///< of a linked file, where it was asked for and the system's debug information is read for it
  LinesElsewhere lines_elsewhere = LinesElsewhere::unknown;
  std::string why_empty; ///< what to say if it has no code at all
};

// What the readers of several kinds of files say alike.

constexpr const char *other_cpu_message =
    "machine code for a CPU that is not supported (x86-64, AArch64 and 64-bit RISC-V are)";
constexpr const char *no_code_message = "there is no machine code in it";
constexpr const char *debug_file_message =
    "there is no machine code in it: this looks like the debug information of another file";
/// "... or compile ": what follows is the compiler's own.
constexpr const char *what_to_do_with_lto =
    "the machine code is made when the program is linked: analyse the linked program, or compile ";

constexpr const char *gcc_lto_message =
    "this is an object for link-time optimisation (-flto), which holds GCC's intermediate code only: the machine code "
    "is made when the program is linked: analyse the linked program, or compile with -ffat-lto-objects or without "
    "-flto";

} // namespace osaca
