// osaca_table_agreement: a model's instruction table against published measurements of the same core.
#include "comparison.h"

#include "csv.h"

#include "model/library/library.h"
#include "run_process.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace osaca::accuracy {
namespace {

#ifdef OSACA_PUBLISHED
constexpr const char *published_folder = OSACA_PUBLISHED;
#else
constexpr const char *published_folder = "";
#endif

struct Table {
  std::string file;
  std::string model;
};

struct Options {
  std::string file;
  std::string arch;
  std::string common_cpu;
  std::size_t classes = 40;
  bool all = false;
  std::string rows_file;
};

/// Which published tables belong to which shipped models.
std::vector<Table> known_tables() {
  const std::filesystem::path folder(published_folder);
  return {{(folder / "winic-zen4.csv").string(), "zen4"},
          {(folder / "winic-neoverse-v2.csv").string(), "v2"},
          {(folder / "winic-spacemit-x60.csv").string(), "x60"}};
}

/// The instruction sets that compilers commonly target: x86-64-v4 is AVX-512 F, BW, CD, DQ and VL with all before it;
/// A64FX has Armv8.2 and SVE; the X280 is RV64GCV.
std::string common_cpu_of(Isa isa) {
  switch (isa) {
  case Isa::x86_64: return "x86-64-v4";
  case Isa::aarch64: return "a64fx";
  case Isa::riscv64: break;
  }
  return "sifive-x280";
}

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void print_totals(const char *name, const AgreementTotals &sum) {
  std::printf("  %-7s forms %5zu  agreeing in every figure %5zu (%.1f %%)  throughputs %.1f %% of %zu  latencies %.1f "
              "%% of %zu\n",
              name, sum.forms, sum.agreeing_forms, percent(sum.agreeing_forms, sum.forms),
              percent(sum.throughputs.agreeing, sum.throughputs.figures), sum.throughputs.figures,
              percent(sum.latencies.agreeing, sum.latencies.figures), sum.latencies.figures);
  std::printf("          our figures:");
  for (const auto &[origin, count] : sum.by_origin)
    std::printf(" %s %zu", std::string(name_of(origin)).c_str(), count);
  const auto count_of = [&](FormStatus status) {
    const auto found = sum.by_status.find(status);
    return found == sum.by_status.end() ? std::size_t{0} : found->second;
  };
  std::printf("; none %zu; no such opcode in this LLVM %zu\n", count_of(FormStatus::no_figures),
              count_of(FormStatus::no_such_opcode));
}

void print_classes(const std::vector<ComparedForm> &forms, const Options &options) {
  const std::vector<DisagreementClass> classes = disagreements(forms, !options.all);
  std::printf("  disagreements of %s forms in %zu classes:\n", options.all ? "all" : "common", classes.size());
  for (std::size_t i = 0; i < std::min(classes.size(), options.classes); ++i) {
    std::printf("  %5zu  %s\n", classes[i].forms, classes[i].name.c_str());
    for (const std::string &example : classes[i].examples)
      std::printf("           %s\n", example.c_str());
  }
  std::string missing;
  for (const ComparedForm &form : forms)
    if (form.status == FormStatus::no_figures)
      missing += " " + form.opcode;
  if (!missing.empty())
    std::printf("  without figures:%s\n", missing.substr(0, 4000).c_str());
}

void add_rows(const std::vector<ComparedForm> &forms, std::string &csv) {
  for (const ComparedForm &form : forms) {
    const std::string begin = form.opcode + "," + csv_field(form.text) + "," + (form.is_common ? "1" : "0") + "," +
                              std::string(name_of(form.origin)) + "," + form.ports + "," +
                              std::to_string(form.dispatch_slots) + ",";
    if (form.figures.empty())
      csv += begin + ",,,,,,\n";
    for (const ComparedFigure &figure : form.figures)
      csv += begin + figure.what + "," + (figure.ours ? std::to_string(*figure.ours) : "") + "," +
             std::to_string(figure.published.min) + "," + std::to_string(figure.published.max) + "," +
             (figure.agrees() ? "1," : "0,") + std::to_string(figure.places.first) + "," +
             std::to_string(figure.places.second) + "\n";
  }
}

/// False: it could not be compared.
bool report(const Table &table, const Options &options, std::string &csv) {
  if (!std::filesystem::exists(table.file)) {
    std::printf("%s: skipped, the file is not there\n", table.file.c_str());
    return true;
  }
  const Expected<MachineModel> model = ModelLibrary::shipped().load(table.model);
  if (!model) {
    std::cerr << "osaca_table_agreement: " << model.error().text() << '\n';
    return false;
  }
  const Expected<std::string> text = tests::content_of(table.file);
  const Expected<std::vector<PublishedForm>> published =
      text ? read_published(*text, table.file) : Expected<std::vector<PublishedForm>>(text.error());
  if (!published) {
    std::cerr << "osaca_table_agreement: " << published.error().text() << '\n';
    return false;
  }
  ComparisonOptions comparison;
  comparison.common_cpu = options.common_cpu.empty() ? common_cpu_of(model->data().isa) : options.common_cpu;
  const std::vector<ComparedForm> forms = compare(*published, *model, comparison);
  std::printf("%s: model %s, common: what %s has, without what compilers hardly emit\n", table.file.c_str(),
              model->name().c_str(), comparison.common_cpu.c_str());
  print_totals("all", totals(forms, false));
  print_totals("common", totals(forms, true));
  print_classes(forms, options);
  add_rows(forms, csv);
  return true;
}

int report_all(const Options &options) {
  std::vector<Table> tables = known_tables();
  if (!options.file.empty())
    tables = {{options.file, options.arch}};
  else if (!options.arch.empty())
    std::erase_if(tables, [&](const Table &table) { return table.model != options.arch; });
  std::string csv = "opcode,text,common,origin,ports,slots,figure,ours,published_min,published_max,agrees,from,to\n";
  bool complete = true;
  for (const Table &table : tables)
    complete = report(table, options, csv) && complete;
  if (!options.rows_file.empty() && !(std::ofstream(options.rows_file) << csv)) {
    std::cerr << "osaca_table_agreement: cannot write " << options.rows_file << '\n';
    return 2;
  }
  return complete ? 0 : 2;
}

int run_program(int argc, char **argv) {
  CLI::App app{
      "Holds the instruction tables of models against published measurements of the same cores (WINIC's tables as "
      "CSV).\n"
      "A figure agrees if it lies in the published range or beyond it by at most 10 % or 0.1 cycles; a form agrees if\n"
      "all its figures do. Throughput: the largest bound of the form alone. Common forms: those that LLVM's assembler\n"
      "takes for a CPU with the instruction sets that compilers usually target; of x86: x86-64-v4 without x87, MMX "
      "and\n"
      "what needs a system or a string unit (common_forms.cpp has the list)."};
  Options options;
  app.add_option("--file", options.file, "a table to compare (default: all that are known)");
  app.add_option("--arch", options.arch, "only this model; with --file: the model to compare with");
  app.add_option("--common-cpu", options.common_cpu, "the CPU whose instructions are the common ones");
  app.add_option("--classes", options.classes, "how many classes of disagreements to print")->capture_default_str();
  app.add_flag("--all", options.all, "classes of all forms, not only of common ones");
  app.add_option("--rows", options.rows_file, "write all figures to this file (CSV)");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &problem) {
    return app.exit(problem) == 0 ? 0 : 2;
  }
  if (!options.file.empty() && options.arch.empty()) {
    std::cerr << "osaca_table_agreement: --file needs --arch\n";
    return 2;
  }
  return report_all(options);
}

} // namespace
} // namespace osaca::accuracy

int main(int argc, char **argv) { return osaca::accuracy::run_program(argc, argv); }
