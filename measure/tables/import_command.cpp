// `osaca model import --from TOOL FILE`: another tool's figures as a measurement file.
#include "measure/tables/commands.h"
#include "measure/tables/import.h"
#include "measure/tables/subject.h"
#include "measure/tables/table_output.h"

#include <cstdio>

namespace osaca::measure {
namespace {

struct Format {
  const char *name;
  Expected<Imported> (*read)(const ImportSource &);
};

constexpr Format formats[] = {
    {"osaca", import_osaca},         {"winic", import_winic},   {"llvm-exegesis", import_exegesis},
    {"uops.info", import_uops_info}, {"ibench", import_ibench}, {"asmbench", import_asmbench}};

struct ModelImportOptions {
  std::string from;
  std::string file;
  std::string isa;
  std::string architecture;
  std::string output;
};

void declare_model_import(OptionSet &options, ModelImportOptions &chosen) {
  options.texts = {
      "osaca model import",
      "Reads instruction figures of another tool and writes them as a measurement file, which 'osaca model diff' and "
      "'osaca model build' take. Entries that stand for no instruction that LLVM knows are told."};
  Words names;
  for (const Format &format : formats)
    names.emplace_back(format.name);
  options.option("--from", chosen.from, "which tool's file it is").one_of(names).required();
  options.option("file", chosen.file, "the file").called("FILE").required();
  options.option("--isa", chosen.isa, "where the file does not tell (default: x86-64)")
      .one_of({"x86-64", "aarch64", "riscv64"});
  options.option("--architecture", chosen.architecture, "uops.info: which of the cores in the file").called("NAME");
  options.option("--output,-o", chosen.output, "the file to write (default: standard output)").called("FILE");
}

Expected<Imported> read(const ModelImportOptions &options) {
  const Expected<std::string> text = read_table(options.file);
  if (!text)
    return text.error();
  for (const Format &format : formats)
    if (options.from == format.name)
      return format.read({*text, options.file == "-" ? "<stdin>" : options.file, options.isa, options.architecture});
  return Error{"unknown format", {options.file, 0, 0}};
}

int run_model_import(ModelImportOptions options) {
  const Expected<Imported> made = read(options);
  if (!made) {
    complain(made.error());
    return unusable_input;
  }
  std::string out = head_text(made->file.machine, made->file.helpers);
  for (const MeasuredForm &form : made->file.forms)
    out += form_text(form);
  if (const auto error = write_table(options.output, out)) {
    complain(*error);
    return unusable_input;
  }
  constexpr std::size_t most_shown = 20;
  for (std::size_t i = 0; i < made->unmapped.size() && i < most_shown; ++i)
    complain(made->unmapped[i]);
  if (made->unmapped.size() > most_shown)
    complain("... and " + std::to_string(made->unmapped.size() - most_shown) + " more");
  std::fprintf(stderr, "osaca: %zu forms imported, %zu entries could not be mapped\n", made->file.forms.size(),
               made->unmapped.size());
  return made->file.forms.empty() ? unusable_input : success;
}

} // namespace

const driver::Command model_import_command =
    driver::command<ModelImportOptions, declare_model_import, run_model_import>(
        "import", "another tool's figures as a measurement file");

} // namespace osaca::measure
