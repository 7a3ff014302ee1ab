// `osaca measure` and `osaca model`: a program of its own, osaca-measure, because it runs code that this one only reads,
// and so that this one stays small.
#include "driver/programs/other_program.h"

namespace osaca::driver {

int run_measure(const Words &words) {
  return run_other_program({"measure", "osaca-measure", "it belongs to every build of ours"}, words);
}

int run_model(const Words &words) {
  Words all = {"model"};
  all.insert(all.end(), words.begin(), words.end());
  return run_other_program({"model", "osaca-measure", "it belongs to every build of ours"}, all);
}

} // namespace osaca::driver
