// `osaca model from-tables`: a complete model from published tables and a description of the core.
#include "base/format.h"
#include "measure/commands/commands.h"
#include "measure/from_tables/commands.h"
#include "measure/from_tables/table_model.h"
#include "measure/tables/published_table.h"
#include "measure/tables/subject.h"

#include <cstdio>

namespace osaca::measure {

namespace {

struct FromTablesOptions {
  std::vector<std::string> tables;
  std::string core;
  std::string source;
  std::string from = "csv";
  std::string output;
};

void declare_from_tables(OptionSet &options, FromTablesOptions &chosen) {
  options.texts = {"osaca model from-tables",
                   "Makes a complete model from published tables of latencies and throughputs, LLVM's ports, and a "
                   "description of the core: a model file with its head, its core and its sources. Where a table "
                   "contradicts LLVM's ports, ports are derived from the throughput. Forms that no table has get the "
                   "figures of their nearest relatives. The origin of each figure says how it was found.",
                   "\nExample:\n  osaca model from-tables table.csv --core core.yml --source lab -o mine.yml"};
  options.option("tables", chosen.tables, "tables; an earlier one takes precedence").called("TABLE...").required();
  options.option("--core", chosen.core, "the description of the core: a model file").called("FILE").required();
  options.option("--source", chosen.source, "the key of the tables in the description's sources")
      .called("KEY")
      .required();
  options.option("--from", chosen.from, "the format of the tables (default: csv)").one_of(published_formats());
  options.option("--output,-o", chosen.output, "the file to write (default: standard output)").called("FILE");
}

Expected<from_tables::TableModel> made_model(const FromTablesOptions &options) {
  OSACA_TRY(const std::string description_text, read_table(options.core));
  OSACA_TRY(const auto description, from_tables::read_description(description_text, options.core));
  std::vector<PublishedTable> tables;
  for (const std::string &path : options.tables) {
    OSACA_TRY(const std::string text, read_table(path));
    OSACA_TRY(PublishedTable table,
              read_published_table(options.from, {text, path, std::string(name_of(description.model.data().isa)), ""}));
    tables.push_back(std::move(table));
  }
  return from_tables::model_from_tables(description, tables, options.source);
}

int run_from_tables(FromTablesOptions options) {
  const auto made = made_model(options);
  if (!made) {
    complain(made.error());
    return unusable_input;
  }
  if (const auto error = write_table(options.output, made->yaml)) {
    complain(*error);
    return unusable_input;
  }
  std::string text;
  for (const auto &[key, count] : made->by_basis)
    text += format_text("{}{} {}", text.empty() ? "" : ", ", count, key);
  std::fprintf(stderr, "osaca: %d rows used, %d of idioms left out, %d not readable; forms by source: %s\n", made->rows,
               made->idioms, made->unreadable, text.c_str());
  return success;
}

} // namespace

const driver::Command model_from_tables_command =
    driver::command<FromTablesOptions, declare_from_tables, run_from_tables>(
        "from-tables", "a complete model from published tables and a description of the core");

} // namespace osaca::measure
