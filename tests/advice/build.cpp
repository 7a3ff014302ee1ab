#include "build.h"

#include "csv.h"
#include "run_process.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace osaca::advice {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using tests::Finished;

Expected<Finished> run_well(const std::vector<std::string> &command) {
  Expected<Finished> finished = tests::run(command);
  if (finished && finished->exit_code != 0) {
    std::string line;
    for (const std::string &word : command)
      line += (line.empty() ? "" : " ") + word;
    return Error{"failed: " + line + "\n" + finished->errors};
  }
  return finished;
}

std::vector<std::string> joined(std::vector<std::string> words, const std::vector<std::string> &more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// The compiler for this source, and its options.
std::vector<std::string> compile(const std::string &compiler, const fs::path &source, const Side &side) {
  std::string tool = compiler;
  if (source.extension() == ".cpp") {
    if (const auto gcc = tool.rfind("gcc"); gcc != std::string::npos)
      tool.replace(gcc, 3, "g++");
    else if (const auto clang = tool.rfind("clang"); clang != std::string::npos)
      tool.replace(clang, 5, "clang++");
  }
  return joined({tool, "-w", "-Wno-unknown-pragmas"}, side.options);
}

Expected<std::string> report_of_unit(const Example &example, const Side &side, const std::string &compiler,
                                     const Tools &tools, const fs::path &folder) {
  const std::string report = (folder / "report.json").string();
  const std::string plugin = "-fplugin-arg-osaca-";
  const Expected<Finished> done =
      run_well(joined(compile(compiler, side.source, side),
                      {"-fplugin=" + tools.plugin, plugin + "driver=" + tools.osaca, plugin + "arch=" + example.arch,
                       plugin + "report=" + report, "-c", side.source.string(), "-o", (folder / "it.o").string()}));
  if (!done)
    return done.error();
  return tests::content_of(report);
}

/// With -flto there is machine code only once all units are together.
Expected<std::string> report_of_program(const Example &example, const Side &side, const std::string &compiler,
                                        const Tools &tools, const fs::path &folder) {
  const auto program = link(example, side, compiler, tools.drivers, folder);
  if (!program)
    return program.error();
  const auto done = run_well({tools.osaca, "--arch", example.arch, "--format", "json", program->string()});
  if (!done)
    return done.error();
  return done->output;
}

bool does_the_work(const std::string &role) {
  return !role.starts_with("remainder") && !role.starts_with("scalar version");
}

Expected<Outcome> outcome_of(const json &report, const Example &example, const Side &side) {
  Outcome outcome;
  std::map<int, double> cycles; // by annotation
  for (const json &kernel : report.at("kernels")) {
    if (kernel.at("function") != example.function || !does_the_work(kernel.at("role").get<std::string>()))
      continue;
    const json &prediction = kernel.at("prediction");
    const double iterations = side.source_iterations > 0 ? side.source_iterations
                              : prediction.contains("source_iterations") && prediction["source_iterations"].is_number()
                                  ? prediction["source_iterations"].get<double>()
                                  : 0;
    if (iterations <= 0)
      return Error{side.title +
                   ": the number of source iterations per machine iteration is unknown; set source_iterations"};
    double &slowest = cycles[kernel.value("annotation", -1)];
    slowest = std::max(slowest, prediction.at("cycles_per_iteration").get<double>() / iterations / side.elements);
    outcome.at_least = outcome.at_least || prediction.at("lower_bound_only").get<bool>();
    for (const json &finding : kernel.at("findings"))
      outcome.findings.push_back({finding.at("rule"), finding.at("fix")});
  }
  if (cycles.empty())
    return Error{side.title + ": the report contains no loop of " + example.function};
  for (const auto &[annotation, of_loop] : cycles)
    outcome.cycles_per_element += of_loop;
  return outcome;
}

/// Where a short loop lies can make it half as fast; elsewhere that would hide what the example is about.
bool is_about_alignment(const Example &example) {
  return std::any_of(example.good.options.begin(), example.good.options.end(),
                     [](const std::string &option) { return option.starts_with("-falign"); });
}

} // namespace

bool Outcome::has(const std::string &rule) const { return has(rule, ""); }

bool Outcome::has(const std::string &rule, const std::string &advice) const {
  return std::any_of(findings.begin(), findings.end(), [&](const Given &finding) {
    return finding.rule == rule && finding.fix.find(advice) != std::string::npos;
  });
}

Expected<Outcome> predict(const Example &example, const Side &side, const std::string &compiler, const Tools &tools) {
  const auto folder = tests::TemporaryFolder::create();
  if (!folder)
    return folder.error();
  const Expected<std::string> text = side.link_time ? report_of_program(example, side, compiler, tools, folder->path())
                                                    : report_of_unit(example, side, compiler, tools, folder->path());
  if (!text)
    return Error{side.title + ": no report: " + text.error().text()};
  try {
    return outcome_of(json::parse(*text), example, side);
  } catch (const json::exception &problem) {
    return Error{side.title + ": the report does not match its schema: " + problem.what()};
  }
}

Expected<std::string> version_of(const std::string &compiler) {
  // GCC tells its major number only for the second of the options, Clang knows the second only.
  const auto done = run_well({compiler, "-dumpfullversion", "-dumpversion"});
  if (!done)
    return done.error();
  return done->output.substr(0, done->output.find('\n'));
}

Expected<fs::path> link(const Example &example, const Side &side, const std::string &compiler, const fs::path &drivers,
                        const fs::path &folder) {
  const fs::path driver = drivers / (example.driver + ".c");
  const fs::path object = folder / (side.title + "-driver.o");
  const fs::path program = folder / side.title;
  std::vector<std::string> options{"-O2", "-w",           "-DFUNCTION=" + example.function, "-c", driver.string(),
                                   "-o",  object.string()};
  if (side.title == "good")
    options.emplace_back("-DGOOD");
  if (const auto done = run_well(joined({compiler}, options)); !done)
    return done.error();
  std::vector<std::string> command = compile(compiler, side.source, side);
  if (!is_about_alignment(example))
    command.emplace_back("-falign-loops=64");
  command.push_back(side.source.string());
  for (const fs::path &unit : side.other_units)
    command.push_back(unit.string());
  if (const auto done = run_well(joined(command, {object.string(), "-o", program.string(), "-lm"})); !done)
    return done.error();
  return program;
}

} // namespace osaca::advice
