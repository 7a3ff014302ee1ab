// `osaca measure`: a program of its own, osaca-measure, because it runs code that this one only reads.
#include "driver/other_program.h"

namespace osaca::driver {

int run_measure(const Words &words) {
  return run_other_program({"measure", "osaca-measure", "it belongs to every build of ours"}, words);
}

} // namespace osaca::driver
