#include "figures.h"

#include "run_process.h"

#include <yaml-cpp/yaml.h>

#include <cstdio>

namespace osaca::advice {
namespace {

std::string decimal(double value, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string one_line(const Figures &it) {
  std::string line = "- {compiler: " + it.compiler + ", version: " + it.version +
                     ", bad: " + decimal(it.bad_cycles, 3) + ", good: " + decimal(it.good_cycles, 3);
  if (it.bad_at_least)
    line += ", bad_at_least: true";
  if (it.good_at_least)
    line += ", good_at_least: true";
  if (it.measured_ratio)
    line += ", measured_ratio: " + decimal(*it.measured_ratio, 2) + ", date: " + it.date + ", machine: " + it.machine;
  return line + "}\n";
}

} // namespace

Expected<std::vector<Figures>> read_figures(const Example &example) {
  const std::filesystem::path file = example.folder / "figures.yml";
  std::vector<Figures> all;
  if (!std::filesystem::exists(file))
    return all;
  try {
    for (const YAML::Node &node : YAML::LoadFile(file.string())) {
      Figures one;
      one.compiler = node["compiler"].as<std::string>();
      one.version = node["version"].as<std::string>();
      one.bad_cycles = node["bad"].as<double>();
      one.good_cycles = node["good"].as<double>();
      one.bad_at_least = node["bad_at_least"] && node["bad_at_least"].as<bool>();
      one.good_at_least = node["good_at_least"] && node["good_at_least"].as<bool>();
      if (node["measured_ratio"]) {
        one.measured_ratio = node["measured_ratio"].as<double>();
        one.date = node["date"].as<std::string>();
        one.machine = node["machine"].as<std::string>();
      }
      all.push_back(one);
    }
  } catch (const YAML::Exception &problem) {
    return Error{problem.what(), {file.string()}};
  }
  return all;
}

Expected<bool> write_figures(const Example &example, const std::vector<Figures> &figures) {
  std::string text = "# Written by osaca_advice: cycles per element as predicted for " + example.arch +
                     ", and the time of bad / the time of good as measured.\n";
  for (const Figures &one : figures)
    text += one_line(one);
  const std::filesystem::path file = example.folder / "figures.yml";
  if (!tests::write_file(file, text))
    return Error{"cannot be written", {file.string()}};
  return true;
}

std::string cycles_text(double cycles, bool at_least) { return (at_least ? "at least " : "") + decimal(cycles, 2); }

} // namespace osaca::advice
