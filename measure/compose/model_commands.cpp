#include "base/format.h"
#include "measure/commands/commands.h"
#include "measure/compose/commands.h"
#include "measure/compose/composed_model.h"
#include "measure/tables/commands.h"
#include "measure/tables/subject.h"

#include <cstdio>

namespace osaca::measure {

// `osaca model compose`: composes a complete model from existing measurement files.

namespace {

struct ComposeCommandOptions {
  std::vector<std::string> files;
  std::string name = "mine";
  std::string output;
};

void declare_compose(OptionSet &options, ComposeCommandOptions &chosen) {
  options.texts = {"osaca model compose",
                   "Composes a complete model from the files of 'osaca measure structure', 'instructions' and 'ports' "
                   "of one machine. No other model is needed. Figures that were not measured come from LLVM. 'osaca "
                   "measure model' runs all these steps (docs/measure/models.md).",
                   "\nExample:\n  osaca model compose structure.yml instructions.yml ports.yml -o mine.yml && osaca "
                   "--arch ./mine.yml kernel.s"};
  options.option("files", chosen.files, "the three files in any order; several files of structure are allowed")
      .called("FILE...")
      .required();
  options.option("--name", chosen.name, "name of the new model: lower-case letters, digits and '-' (default: mine)")
      .called("NAME")
      .checked_by(check_model_name);
  options.option("--output,-o", chosen.output, "the file to write (default: standard output)").called("FILE");
}

int run_compose(ComposeCommandOptions options) {
  const auto files = compose::sorted_files(options.files);
  if (!files) {
    complain(files.error());
    return unusable_input;
  }
  const auto made = compose::compose_files(*files, options.name);
  if (!made) {
    complain(made.error());
    return unusable_input;
  }
  if (const auto error = write_table(options.output, made->model.yaml)) {
    complain(*error);
    return unusable_input;
  }
  compose::print_composed(made->model);
  return success;
}

} // namespace

const driver::Command model_compose_command = driver::command<ComposeCommandOptions, declare_compose, run_compose>(
    "compose", "a complete model from files of structure, instructions and ports");

namespace compose {

void print_composed(const ComposedModel &model) {
  std::string text;
  for (const auto &[basis, count] : model.forms_by_basis)
    text += format_text("{}{} {}", text.empty() ? "" : ", ", count, basis);
  std::string missing;
  for (const std::string &section : model.left_out)
    missing += (missing.empty() ? "" : ", ") + section;
  std::fprintf(stderr, "osaca: %d forms by the source of their ports: %s%s%s\n", model.forms, text.c_str(),
               missing.empty() ? "" : "; not found by the measurements and left out: ", missing.c_str());
}

} // namespace compose

} // namespace osaca::measure
