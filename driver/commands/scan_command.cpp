// `osaca scan`: a program of its own, osaca-scan, because it needs Clang as a shared library.
#include "driver/programs/other_program.h"

namespace osaca::driver {

int run_scan(const Words &words) {
  return run_other_program({"scan", "osaca-scan", "it is built where libclang-22-dev is installed"}, words);
}

} // namespace osaca::driver
