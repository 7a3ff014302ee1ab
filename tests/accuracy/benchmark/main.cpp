// osaca_accuracy: our predictions and those of other tools against measurements, and what our errors have in common.
#include "attribution.h"
#include "code_features.h"
#include "groups.h"
#include "mca_predictor.h"
#include "our_predictor.h"
#include "python_osaca_predictor.h"
#include "run_process.h"
#include "tables.h"
#include "truth.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <functional>
#include <iostream>

namespace osaca::accuracy {
namespace {

#ifdef OSACA_TRUTH
constexpr const char *default_truth = OSACA_TRUTH;
#else
constexpr const char *default_truth = "";
#endif

constexpr const char *attribution = "attribution";

struct Options {
  std::string truth = default_truth;
  std::string arch = "zen4"; // what the measurements at hand are of
  std::string program = OSACA_PROGRAM;
  std::vector<std::string> peers{"llvm-mca", "osaca"};
  std::string mca;
  std::string mca_cpu;
  std::vector<std::string> causes;
  std::vector<std::string> only;
  std::size_t worst = 0;
  std::string rows_file;
  int repeats = 1;
};

/// One tool, ready to be asked.
struct Tool {
  std::string name;
  std::function<Expected<ToolRun>(Set, const std::vector<Sample> &)> predict;
};

std::string name_of(Set set) { return set == Set::blocks ? "blocks" : "loops"; }

std::vector<std::string> names_of_causes() {
  std::vector<std::string> names;
  for (const Cause &cause : all_causes())
    names.emplace_back(cause.name);
  names.emplace_back(attribution);
  return names;
}

std::vector<std::string> default_causes() { return {"bound", "size", "feature", attribution}; }

/// Nothing, and the reason on the terminal: it is not there.
std::optional<Tool> find_peer(const std::string &name, const Options &options) {
  if (name == "osaca") {
    const std::optional<std::string> program = PythonOsacaPredictor::find();
    if (!program) {
      std::cout << "osaca (Python): skipped, there is none in PATH that knows --yaml-out\n";
      return std::nullopt;
    }
    std::cout << "osaca (Python): " << *program << '\n';
    return Tool{"osaca-python", [predictor = PythonOsacaPredictor(*program, options.arch)](
                                    Set, const std::vector<Sample> &samples) { return predictor.predict(samples); }};
  }
  const std::optional<std::string> program = tests::find_program(
      options.mca.empty() ? std::vector<std::string>{"llvm-mca-22", "/usr/lib/llvm-22/bin/llvm-mca", "llvm-mca"}
                          : std::vector<std::string>{options.mca});
  if (!program) {
    std::cout << "llvm-mca: skipped, there is no llvm-mca-22 in PATH; name one with --mca\n";
    return std::nullopt;
  }
  const Expected<std::string> cpu = options.mca_cpu.empty() ? OurPredictor(options.program, options.arch).compiler_cpu()
                                                            : Expected<std::string>(options.mca_cpu);
  if (!cpu) {
    std::cout << "llvm-mca: skipped, because its name of the core is not known: " << cpu.error().text()
              << "; give it with --mca-cpu\n";
    return std::nullopt;
  }
  std::cout << "llvm-mca: " << *program << " -mcpu=" << *cpu << '\n';
  return Tool{"llvm-mca", [predictor = McaPredictor(*program, *cpu)](Set, const std::vector<Sample> &samples) {
                return predictor.predict(samples);
              }};
}

/// Ours first.
std::vector<Tool> tools_of(const Options &options) {
  std::cout << "ours: " << options.program << " --arch " << options.arch << '\n';
  std::vector<Tool> tools{
      {"ours", [predictor = OurPredictor(options.program, options.arch)](Set set, const std::vector<Sample> &samples) {
         return predictor.predict(set, samples);
       }}};
  for (const std::string &name : options.peers)
    if (std::optional<Tool> peer = find_peer(name, options))
      tools.push_back(std::move(*peer));
  return tools;
}

/// The same predictions each time, with the time of the fastest run.
Expected<ToolRun> fastest_run(const Tool &tool, Set set, const std::vector<Sample> &samples, int repeats) {
  Expected<ToolRun> best = tool.predict(set, samples);
  for (int i = 1; best && i < repeats; ++i) {
    Expected<ToolRun> next = tool.predict(set, samples);
    if (next && next->seconds < best->seconds)
      best = std::move(next);
  }
  return best;
}

Agreement agreement_of(const ToolRun &run, const std::vector<Sample> &samples) {
  std::vector<double> measured;
  std::vector<std::optional<double>> predicted;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    measured.push_back(samples[i].measured_cycles);
    predicted.push_back(run.predictions[i].cycles);
  }
  return agreement(measured, predicted);
}

std::vector<Row> rows_of(const std::vector<Sample> &samples, const std::vector<ToolRun> &runs) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    Row row{samples[i], runs.front().predictions[i], {}, features_of(read_code(samples[i].instructions))};
    for (std::size_t tool = 1; tool < runs.size(); ++tool)
      row.peers.push_back(runs[tool].predictions[i]);
    rows.push_back(std::move(row));
  }
  return rows;
}

void report_causes(const std::string &what, std::vector<Row> rows, const Options &options,
                   const std::vector<std::string> &peers) {
  for (const std::string &group : options.only) {
    const std::string name = group.substr(std::min(group.find_first_not_of(' '), group.size()));
    std::erase_if(rows, [&](const Row &row) { return !is_in_group(row, name); });
    std::cout << '\n' << what << ": " << rows.size() << " rows left in the group \"" << name << "\"\n";
  }
  if (rows.empty())
    return;
  for (const std::string &name : options.causes.empty() ? default_causes() : options.causes) {
    const std::string title = what + ": our errors ";
    if (name == attribution)
      print_groups(std::cout, title + "divided so that each row is in one group", attributed(rows));
    else if (const Cause *const cause = find_cause(name))
      print_groups(std::cout, title + std::string(cause->title), grouped(rows, *cause));
  }
  if (options.worst > 0)
    print_rows(std::cout, what + ": the worst", worst_rows(rows, options.worst), peers);
  std::erase_if(rows, [](const Row &row) { return row.ours.cycles.has_value(); });
  if (!rows.empty())
    print_rows(std::cout, what + ": not handled by us", rows, peers);
}

/// Asks all tools, prints, and adds to `csv`. False: we could not predict.
bool report_set(Set set, const std::vector<Sample> &samples, const std::vector<Tool> &tools, const Options &options,
                std::string &csv) {
  std::vector<ToolRun> runs;
  std::vector<ToolResult> results;
  for (const Tool &tool : tools) {
    Expected<ToolRun> run = fastest_run(tool, set, samples, options.repeats);
    if (!run) {
      std::cerr << "osaca_accuracy: " << tool.name << ": " << run.error().text() << '\n';
      if (runs.empty())
        return false;
      run = ToolRun{std::vector<Prediction>(samples.size(), {std::nullopt, {}, "the tool failed"}), 0};
    }
    runs.push_back(std::move(run).value());
    results.push_back({tool.name, agreement_of(runs.back(), samples), runs.back().seconds});
  }
  std::vector<std::string> peers;
  for (std::size_t i = 1; i < tools.size(); ++i)
    peers.push_back(tools[i].name);
  const std::vector<Row> rows = rows_of(samples, runs);
  print_tools(std::cout, name_of(set), results);
  report_causes(name_of(set), rows, options, peers);
  if (csv.empty())
    csv = rows_header(peers);
  for (const Row &row : rows)
    csv += row_as_csv(name_of(set), row);
  return true;
}

int report(const Options &options) {
  if (options.truth.empty()) {
    std::cerr << "osaca_accuracy: name the folder with measurements with --truth\n";
    return 2;
  }
  const Expected<Truth> truth = read_truth(options.truth);
  if (!truth) {
    std::cerr << "osaca_accuracy: " << truth.error().text() << '\n';
    return 2;
  }
  std::cout << "truth: " << options.truth << '\n';
  const std::vector<Tool> tools = tools_of(options);
  std::string csv;
  bool complete = true;
  if (!truth->blocks.empty())
    complete = report_set(Set::blocks, truth->blocks, tools, options, csv) && complete;
  if (!truth->loops.empty())
    complete = report_set(Set::loops, truth->loops, tools, options, csv) && complete;
  if (!options.rows_file.empty() && !tests::write_file(options.rows_file, csv)) {
    std::cerr << "osaca_accuracy: cannot write " << options.rows_file << '\n';
    return 2;
  }
  return complete ? 0 : 2;
}

void add_options(CLI::App &app, Options &options) {
  app.add_option("--truth", options.truth, "folder with blocks.csv, loops.csv and loops/*.s")->capture_default_str();
  app.add_option("--arch", options.arch, "the core that was measured")->capture_default_str();
  app.add_option("--osaca", options.program, "our program")->check(CLI::ExistingFile)->capture_default_str();
  app.add_option("--peers", options.peers, "other tools to ask, if installed; 'none' for none")
      ->delimiter(',')
      ->check(CLI::IsMember({"llvm-mca", "osaca", "none"}))
      ->capture_default_str();
  app.add_option("--mca", options.mca, "the llvm-mca to ask (default: version 22)");
  app.add_option("--mca-cpu", options.mca_cpu, "llvm-mca's name of the core (default: what the model says)");
  app.add_option("--by", options.causes, "how to group our errors (default: bound,size,feature,attribution)")
      ->delimiter(',')
      ->check(CLI::IsMember(names_of_causes()));
  app.add_option("--only", options.only,
                 "group and list only the rows of these groups, named as in the tables: 'push or pop,not store'")
      ->delimiter(',');
  app.add_option("--worst", options.worst, "also list this many rows with the largest errors");
  app.add_option("--rows", options.rows_file, "write all rows with what is known about them to this file (CSV)");
  app.add_option("--repeat", options.repeats, "ask each tool this often; the fastest run's time counts")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
}

int run_program(int argc, char **argv) {
  CLI::App app{
      "Holds predictions against measurements, ours and other tools', and groups our errors by cause.\n"
      "MAPE, median and Kendall's tau-b (of the exact cycles, and of cycles rounded to 0.01) are of the rows that a\n"
      "tool handles; 'within 10 %' is of all rows; over and under: off by more than 10 %. In groups: their share of\n"
      "all error beside their share of the rows, the MAPE of the rows outside of the group, and the mean signed\n"
      "error (bias). Times include the start of the programs."};
  Options options;
  add_options(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &problem) {
    return app.exit(problem) == 0 ? 0 : 2;
  }
  std::erase(options.peers, "none");
  return report(options);
}

} // namespace
} // namespace osaca::accuracy

int main(int argc, char **argv) { return osaca::accuracy::run_program(argc, argv); }
