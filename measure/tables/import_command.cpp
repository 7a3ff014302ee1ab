#include "base/format.h"
#include "base/text.h"
#include "measure/tables/commands.h"
#include "measure/tables/import.h"
#include "measure/tables/published_table.h"
#include "measure/tables/subject.h"

#include <cstdio>

namespace osaca::measure {

YamlLimits table_limits() {
  YamlLimits limits;
  limits.document = "a table to import";
  limits.bytes = std::size_t{64} << 20;
  return limits;
}

const YamlNode *child(const YamlNode &node, std::string_view key) {
  for (const YamlEntry &entry : node.entries)
    if (entry.key.text == key)
      return &entry.value;
  return nullptr;
}

std::string text_at(const YamlNode &node, std::string_view key) {
  const YamlNode *found = child(node, key);
  return found != nullptr && found->kind == YamlNode::Kind::scalar ? found->text : "";
}

std::optional<double> cycles_in(std::string_view text) {
  const auto value = parse_number<double>(text);
  constexpr double most = 1e6;
  return value && *value >= 0 && *value <= most ? value : std::nullopt;
}

Isa isa_or_x86(std::string_view name) { return isa_of_name(name).value_or(Isa::x86_64); }

// `osaca model import --from TOOL FILE`: converts another tool's figures to a measurement file.

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
  options.texts = {"osaca model import",
                   "Converts instruction figures of another tool to a measurement file for 'osaca model diff' and "
                   "'osaca model build'. Entries that cannot be imported are reported and left out."};
  Words names;
  for (const Format &format : formats)
    names.emplace_back(format.name);
  for (const std::string &format : published_formats())
    names.push_back(format);
  options.option("--from", chosen.from, "the tool that wrote the file").one_of(names).required();
  options.option("file", chosen.file, "the file to convert").called("FILE").required();
  options.option("--isa", chosen.isa, "the instruction set, if the file does not state it (default: x86-64)")
      .one_of({"x86-64", "aarch64", "riscv64"});
  options.option("--architecture", chosen.architecture, "uops.info: the core to import, if the file has several")
      .called("NAME");
  options.option("--output,-o", chosen.output, "the file to write (default: standard output)").called("FILE");
}

Expected<Imported> read(const ModelImportOptions &options) {
  OSACA_TRY(const std::string text, read_table(options.file));
  const ImportSource source{text, options.file == "-" ? "<stdin>" : options.file, options.isa, options.architecture};
  for (const Format &format : formats)
    if (options.from == format.name)
      return format.read(source);
  OSACA_TRY(PublishedTable table, read_published_table(options.from, source));
  return forms_of_table(std::move(table), source.name);
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
    complain(format_text("... and {} more", made->unmapped.size() - most_shown));
  std::fprintf(stderr, "osaca: imported %zu forms and left out %zu entries\n", made->file.forms.size(),
               made->unmapped.size());
  return made->file.forms.empty() ? unusable_input : success;
}

} // namespace

const driver::Command model_import_command =
    driver::command<ModelImportOptions, declare_model_import, run_model_import>(
        "import", "a measurement file from the figures of another tool");

} // namespace osaca::measure
