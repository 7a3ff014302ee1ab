// `osaca measure` and `osaca model`: a program of its own, osaca-measure, because it runs code that this one only
// reads, and so that this one stays small.
#include "driver/commands/commands.h"
#include "driver/programs/other_program.h"

namespace osaca::driver {
namespace {

constexpr const char *when_built = "it belongs to every build of ours";

} // namespace

const Command measure_command = {
    .name = "measure",
    .summary = "what blocks, loops and instructions take on this machine",
    .run = [](const Words &words) { return run_other_program(measure_command, when_built, words); },
    .other_program = "osaca-measure"};

const Command model_command = {
    .name = "model",
    .summary = "compares, makes and imports tables of figures",
    .run = [](const Words &words) { return run_other_program(model_command, when_built, words); },
    .other_program = "osaca-measure"};

} // namespace osaca::driver
