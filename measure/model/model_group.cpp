#include "measure/commands/command_group.h"
#include "measure/model/commands.h"
#include "measure/tables/commands.h"

namespace osaca::measure {
namespace {

constexpr const driver::Command *commands[] = {&model_build_command, &model_compose_command, &model_diff_command,
                                               &model_import_command};

constexpr CommandGroup group = {"osaca model",
                                "Compares and makes the tables of instruction figures that predictions rest on.",
                                "; 'osaca models' lists the models there are", commands};

} // namespace

int run_model(const Words &words) { return run_group(group, words); }

} // namespace osaca::measure
