// `osaca model build MEASUREMENTS...`: writes a model file with the measured figures that differ from those of its
// base.
#include "measure/tables/build.h"
#include "measure/tables/commands.h"
#include "measure/tables/subject.h"

#include "base/format.h"
#include "model/library/library.h"

#include <algorithm>
#include <cstdio>

namespace osaca::measure {
namespace {

struct ModelBuildOptions {
  std::vector<std::string> files;
  std::string base;
  std::string name;
  std::string output;
};

void declare_model_build(OptionSet &options, ModelBuildOptions &chosen) {
  options.texts = {
      "osaca model build",
      "Builds a model file from measurements. The new model extends a base model, and has an entry with the measured "
      "latencies for each measured form. The ports come from the base model. If they do not explain the measured "
      "throughput, their busy times are scaled. If that does not help either, a comment gives the measured throughput.",
      "\nExamples:\n"
      "  osaca model build cpu.yml --base zen4 -o mine.yml && osaca --arch ./mine.yml kernel.s"};
  options.option("measurements", chosen.files, "measurement files; if several contain a form, the last one counts")
      .called("FILE...")
      .required();
  options.option("--base", chosen.base, "the model to extend (default: the model of the measured core)")
      .called("MODEL");
  options
      .option("--name", chosen.name,
              "name of the new model: lower-case letters, digits and '-' (default: BASE-measured)")
      .called("NAME")
      .checked_by(check_model_name);
  options.option("--output,-o", chosen.output, "the file to write (default: standard output)").called("FILE");
}

Expected<std::vector<MeasurementFile>> read_all(const std::vector<std::string> &names) {
  std::vector<MeasurementFile> files;
  for (const std::string &name : names) {
    OSACA_TRY(MeasurementFile file, read_measurement_file(name));
    if (!files.empty() && file.machine.isa != files.front().machine.isa)
      return Error{"the instruction set differs from that of the first file", {name, 0, 0}};
    files.push_back(std::move(file));
  }
  return files;
}

Expected<MachineModel> base_model(const ModelBuildOptions &options, const MeasuredMachine &machine) {
  const ModelLibrary &library = ModelLibrary::shipped();
  if (options.base.empty() && library.canonical_name(machine.llvm_cpu).empty())
    return Error{format_text("no model of the measured core ({}); use --base to name the model to extend",
                             driver::in_quotes(machine.llvm_cpu))};
  const std::string name = options.base.empty() ? machine.llvm_cpu : options.base;
  if (library.canonical_name(name).empty())
    return Error{driver::in_quotes(name) + " is not a model that can be extended; 'osaca models' lists the models"};
  Expected<MachineModel> model = open_model(name);
  if (model && name_of(model->data().isa) != machine.isa)
    return Error{format_text("the base model is for {}, but the measurements are for {}", name_of(model->data().isa),
                             driver::in_quotes(machine.isa))};
  return model;
}

int run_model_build(ModelBuildOptions options) {
  const auto files = read_all(options.files);
  if (!files) {
    complain(files.error());
    return unusable_input;
  }
  const Expected<MachineModel> base = base_model(options, files->front().machine);
  if (!base) {
    complain(base.error());
    return unusable_input;
  }
  if (options.name.empty())
    options.name = base->name() + "-measured";
  ExampleForms examples(base->data().isa);
  const BuiltModel made = build_model(*files, *base, examples, {options.name, {}});
  if (const auto error = write_table(options.output, made.yaml)) {
    complain(*error);
    return unusable_input;
  }
  std::fprintf(stderr,
               "osaca: added %d forms: %d with the ports of the base model, %d with scaled busy times, %d with a "
               "comment on the measured throughput; left out %d that could not be added and %d that were unstable\n",
               made.taken, made.same_ports, made.scaled_ports, made.kept_ports, made.not_expressed, made.unstable);
  return success;
}

} // namespace

std::string check_model_name(const std::string &word) {
  const bool good = !word.empty() && word.size() <= 60 && word[0] >= 'a' && word[0] <= 'z' &&
                    word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_") == std::string::npos;
  return good ? "" : "a model name consists of lower-case letters, digits and '-', and begins with a letter";
}

const driver::Command model_build_command = driver::command<ModelBuildOptions, declare_model_build, run_model_build>(
    "build", "a model that extends another one with measurements");

} // namespace osaca::measure
