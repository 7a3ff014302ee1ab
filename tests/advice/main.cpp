// osaca_advice: holds the examples of docs/rules against what the compilers and the analyzer make of them.
#include "check.h"
#include "figures.h"
#include "page.h"
#include "registry.h"
#include "timing.h"

#include "run_process.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <iostream>

namespace osaca::advice {
namespace {

constexpr int left_out = 77; // as CTest and Automake know it
/// The figures of a page may be so far from what is predicted now: models are corrected now and then.
constexpr double most_drift = 0.1;

struct Options {
  Tools tools;
  std::vector<std::string> compilers; // NAME=PATH
  std::vector<std::string> folders;
  std::string docs = OSACA_RULES_DOCS;
  int rounds = 21;
  std::string machine;
  bool write = false;
  bool first = false;
};

int complain(const std::string &text) {
  std::cerr << text << "\n";
  return 1;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::localtime(&now));
  return text;
}

/// Of code that another version made nothing is known.
bool has_drifted(const Figures &noted, const Figures &now) {
  if (noted.version != now.version)
    return false;
  const auto differs = [](double a, double b) { return std::abs(a - b) > most_drift * std::max(a, b) + 0.005; };
  return differs(noted.bad_cycles, now.bad_cycles) || differs(noted.good_cycles, now.good_cycles) ||
         noted.bad_at_least != now.bad_at_least || noted.good_at_least != now.good_at_least;
}

const Figures *of_compiler(const std::vector<Figures> &all, const std::string &compiler) {
  for (const Figures &one : all)
    if (one.compiler == compiler)
      return &one;
  return nullptr;
}

Expected<std::vector<Example>> chosen(const Options &options) {
  if (options.folders.empty())
    return read_examples(std::filesystem::path(options.docs) / "examples");
  std::vector<Example> examples;
  for (const std::string &folder : options.folders) {
    auto example = read_example(folder);
    if (!example)
      return example.error();
    examples.push_back(std::move(example).value());
  }
  return examples;
}

/// Problems with one example under one compiler; `now` receives its figures.
std::vector<std::string> check(const Example &example, const std::string &name, const Options &options, Figures &now) {
  const std::string &compiler = options.tools.compilers.at(name);
  const auto bad = predict(example, example.bad, compiler, options.tools);
  const auto good = predict(example, example.good, compiler, options.tools);
  const auto version = version_of(compiler);
  if (!bad || !good || !version)
    return {(!version ? version.error() : (bad ? good : bad).error()).text()};
  now = {name, *version, bad->cycles_per_element, good->cycles_per_element, bad->at_least, good->at_least, {}, {}, {}};
  std::vector<std::string> problems = check_predictions(example, *bad, *good);
  const auto of_results = check_results(example, compiler, options.tools.drivers);
  problems.insert(problems.end(), of_results.begin(), of_results.end());
  return problems;
}

std::vector<std::string> compilers_to_check(const Example &example, const Options &options) {
  const auto is_here = [&](const std::string &name) { return options.tools.compilers.count(name) > 0; };
  const auto first = std::find_if(example.compilers.begin(), example.compilers.end(), is_here);
  return options.first && first != example.compilers.end() ? std::vector{*first} : example.compilers;
}

int run_check(const Options &options) {
  const auto examples = chosen(options);
  if (!examples)
    return complain(examples.error().text());
  int checked = 0;
  int failures = 0;
  for (const Example &example : *examples) {
    auto noted = read_figures(example);
    if (!noted)
      return complain(noted.error().text());
    std::vector<Figures> renewed;
    for (const std::string &name : compilers_to_check(example, options)) {
      const Figures *before = of_compiler(*noted, name);
      if (options.tools.compilers.count(name) == 0) {
        std::cout << example.text() << ": " << name << " is not installed\n";
        if (before != nullptr)
          renewed.push_back(*before);
        continue;
      }
      Figures now;
      std::vector<std::string> problems = check(example, name, options, now);
      if (!options.write && before == nullptr)
        problems.emplace_back("figures.yml has no figures for this compiler: run 'osaca_advice check --write'");
      else if (!options.write && has_drifted(*before, now))
        problems.push_back("the recorded figures are " + cycles_text(before->bad_cycles, before->bad_at_least) +
                           " and " + cycles_text(before->good_cycles, before->good_at_least) +
                           ", but the prediction is " + cycles_text(now.bad_cycles, now.bad_at_least) + " and " +
                           cycles_text(now.good_cycles, now.good_at_least) +
                           ": run 'osaca_advice check --write' and 'osaca_advice pages --write'");
      if (before != nullptr) {
        now.measured_ratio = before->measured_ratio;
        now.date = before->date;
        now.machine = before->machine;
      }
      renewed.push_back(now);
      ++checked;
      failures += problems.empty() ? 0 : 1;
      std::cout << example.text() << " (" << name << "): " << cycles_text(now.bad_cycles, now.bad_at_least) << " -> "
                << cycles_text(now.good_cycles, now.good_at_least) << (problems.empty() ? "" : "  FAILED") << "\n";
      if (!options.write && before != nullptr && before->version != now.version)
        std::cout << "  the recorded figures are for version " << before->version << ", but this is " << now.version
                  << "; they were not compared\n";
      for (const std::string &problem : problems)
        std::cout << "  " << problem << "\n";
    }
    if (options.write)
      if (const auto done = write_figures(example, renewed); !done)
        return complain(done.error().text());
  }
  return failures > 0 ? 1 : checked == 0 ? left_out : 0;
}

int run_measure(const Options &options) {
  if (options.write && options.machine.empty())
    return complain("--write requires the name of this machine, as in --machine 'Zen 4'");
  const auto examples = chosen(options);
  if (!examples)
    return complain(examples.error().text());
  std::cout << "time before / time after (quartiles of the ratios of neighbouring runs)\n";
  for (const Example &example : *examples) {
    if (!example.not_measured.empty())
      continue;
    auto noted = read_figures(example);
    if (!noted)
      return complain(noted.error().text());
    std::vector<Figures> figures = *noted;
    for (Figures &one : figures) {
      const auto compiler = options.tools.compilers.find(one.compiler);
      if (compiler == options.tools.compilers.end())
        continue;
      const auto ratio = time_ratio(example, compiler->second, options.tools.drivers, options.rounds);
      if (!ratio) {
        std::cout << example.text() << " (" << one.compiler << "): " << ratio.error().text() << "\n";
        continue;
      }
      std::printf("%-50s %-9s measured %.2f (%.2f to %.2f)  predicted %.2f%s\n", example.text().c_str(),
                  one.compiler.c_str(), ratio->bad_over_good, ratio->lower_quartile, ratio->upper_quartile,
                  one.bad_cycles / one.good_cycles, one.bad_at_least || one.good_at_least ? " (at least)" : "");
      std::fflush(stdout);
      one.measured_ratio = ratio->bad_over_good;
      one.date = today();
      one.machine = options.machine;
    }
    if (options.write)
      if (const auto done = write_figures(example, figures); !done)
        return complain(done.error().text());
  }
  return 0;
}

int run_pages(const Options &options) {
  const auto examples = read_examples(std::filesystem::path(options.docs) / "examples");
  if (!examples)
    return complain(examples.error().text());
  int failures = 0;
  for (const std::string &problem : check_registry(options.docs, *examples))
    failures += complain(problem);
  for (const std::string &rule : rules_with_pages()) {
    const std::filesystem::path file = std::filesystem::path(options.docs) / (rule + ".md");
    std::vector<Example> of_rule;
    for (const Example &example : *examples)
      if (example.rule == rule)
        of_rule.push_back(example);
    const auto page = tests::content_of(file);
    const auto renewed = page ? renewed_page(*page, of_rule) : page;
    if (!renewed)
      failures += complain(file.string() + ": " + renewed.error().text());
    else if (*renewed != *page && options.write && !tests::write_file(file, *renewed))
      failures += complain(file.string() + ": cannot be written");
    else if (*renewed != *page && !options.write)
      failures += complain(file.string() + " does not show the current examples: run 'osaca_advice pages --write'");
  }
  return failures > 0 ? 1 : 0;
}

int run(int argc, char **argv) {
  Options options;
  options.tools.osaca = OSACA_PROGRAM;
  options.tools.plugin = OSACA_PLUGIN;
  options.tools.drivers = OSACA_ADVICE_DRIVERS;
  options.compilers = {OSACA_ADVICE_COMPILERS};
  CLI::App app("Checks and measures the examples of docs/rules.", "osaca_advice");
  app.require_subcommand(1);
  int status = 0;
  const auto add = [&](const char *name, const char *about, int (*what)(const Options &)) {
    CLI::App *command = app.add_subcommand(name, about);
    command->add_option("folders", options.folders, "examples (default: all)");
    command->add_option("--docs", options.docs, "the folder with the pages of the rules");
    command->add_option("--compiler", options.compilers, "a compiler with a plugin, as NAME=PATH");
    command->add_option("--osaca", options.tools.osaca);
    command->add_option("--plugin", options.tools.plugin);
    CLI::Option *const write = command->add_flag("--write", options.write, "record the figures, or update the pages");
    command->add_flag("--first", options.first, "use only the first installed compiler of each example")
        ->excludes(write);
    command->callback([&, what] {
      for (const std::string &compiler : options.compilers)
        if (const auto equals = compiler.find('='); equals != std::string::npos)
          options.tools.compilers.emplace(compiler.substr(0, equals), compiler.substr(equals + 1));
      status = what(options);
    });
    return command;
  };
  add("check", "check that the finding goes, the prediction falls and the results are the same", run_check);
  add("pages", "check that every rule has a page, and that the pages show the current examples", run_pages);
  CLI::App *const measure = add("measure", "time bad and good alternately on this machine", run_measure);
  measure->add_option("--rounds", options.rounds, "number of runs of each version")->check(CLI::Range(3, 1001));
  measure->add_option("--machine", options.machine, "name of this machine for the pages, such as 'Zen 4'");
  CLI11_PARSE(app, argc, argv);
  return status;
}

} // namespace
} // namespace osaca::advice

int main(int argc, char **argv) {
  try {
    return osaca::advice::run(argc, argv);
  } catch (const std::exception &problem) {
    std::cerr << "osaca_advice: " << problem.what() << "\n";
    return 1;
  }
}
