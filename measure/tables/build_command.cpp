// `osaca model build MEASUREMENTS...`: writes a model file with the measured figures that differ from those of its
// base.
#include "measure/tables/build.h"
#include "measure/tables/commands.h"
#include "measure/tables/subject.h"

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
      "Makes a model file of measurements: it extends a model there is, and each measured form gets an entry with the "
      "measured latencies. Ports stay the base's; where they do not give the measured throughput, they are busy for "
      "longer or shorter, if that is enough; otherwise a comment says what was measured.",
      "\nExamples:\n"
      "  osaca model build cpu.yml --base zen4 -o mine.yml && osaca --arch ./mine.yml kernel.s"};
  options.option("measurements", chosen.files, "measurement files; of a form in several the last one counts")
      .called("FILE...")
      .required();
  options.option("--base", chosen.base, "the model to extend (default: that of the measured core)").called("MODEL");
  options.option("--name", chosen.name, "of the new model: lower case, digits, '-' (default: BASE-measured)")
      .called("NAME")
      .checked_by(check_model_name);
  options.option("--output,-o", chosen.output, "the file to write (default: standard output)").called("FILE");
}

Expected<std::vector<MeasurementFile>> read_all(const std::vector<std::string> &names) {
  std::vector<MeasurementFile> files;
  for (const std::string &name : names) {
    Expected<MeasurementFile> file = read_measurement_file(name);
    if (!file)
      return file.error();
    if (!files.empty() && file->machine.isa != files.front().machine.isa)
      return Error{"measured on another instruction set than the first file", {name, 0, 0}};
    files.push_back(std::move(file).value());
  }
  return files;
}

Expected<MachineModel> base_model(const ModelBuildOptions &options, const MeasuredMachine &machine) {
  const ModelLibrary &library = ModelLibrary::shipped();
  if (options.base.empty() && library.canonical_name(machine.llvm_cpu).empty())
    return Error{"there is no model of the measured core (" + driver::in_quotes(machine.llvm_cpu) +
                 "): say with --base which one to extend"};
  const std::string name = options.base.empty() ? machine.llvm_cpu : options.base;
  if (library.canonical_name(name).empty())
    return Error{driver::in_quotes(name) + " is no model that can be extended; 'osaca models' lists them"};
  Expected<MachineModel> model = open_model(name);
  if (model && name_of(model->data().isa) != machine.isa)
    return Error{"the base's instruction set is " + std::string(name_of(model->data().isa)) + ", measured was " +
                 driver::in_quotes(machine.isa)};
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
               "osaca: %d forms taken: %d with the base's ports, %d with these busy longer or shorter, %d with the "
               "base's ports and a comment; %d could not be expressed, %d were unstable\n",
               made.taken, made.same_ports, made.scaled_ports, made.kept_ports, made.not_expressed, made.unstable);
  return success;
}

} // namespace

std::string check_model_name(const std::string &word) {
  const bool good = !word.empty() && word.size() <= 60 && word[0] >= 'a' && word[0] <= 'z' &&
                    word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_") == std::string::npos;
  return good ? "" : "a model's name is lower case letters, digits and '-', a letter first";
}

const driver::Command model_build_command = driver::command<ModelBuildOptions, declare_model_build, run_model_build>(
    "build", "a model file of a base and measurements");

} // namespace osaca::measure
