// What the readers of several kinds of files say alike.
#pragma once

namespace osaca {

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
