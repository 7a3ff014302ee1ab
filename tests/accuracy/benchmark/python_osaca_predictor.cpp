#include "python_osaca_predictor.h"

#include "csv.h"
#include "run_process.h"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace osaca::accuracy {
namespace {

struct YamlLine {
  std::size_t indentation = 0;
  std::string key;
  std::string value;
};

/// "  key: value"; an empty key: another kind of line.
YamlLine read_line(const std::string &line) {
  const std::size_t begin = line.find_first_not_of(' ');
  const std::size_t colon = line.find(':');
  if (begin == std::string::npos || colon == std::string::npos || line[begin] == '-')
    return {};
  const std::size_t value = line.find_first_not_of(" '", colon + 1);
  YamlLine result{begin, line.substr(begin, colon - begin), value == std::string::npos ? "" : line.substr(value)};
  std::erase(result.key, '\'');
  return result;
}

std::optional<double> leading_number(const std::string &text) {
  double value = 0;
  return std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc() ? std::optional(value)
                                                                                          : std::nullopt;
}

std::string marked(const Sample &sample) {
  std::string text = "# OSACA-BEGIN\n";
  for (const std::string &instruction : sample.instructions)
    text += "\t" + instruction + "\n";
  return text + "# OSACA-END\n";
}

} // namespace

PythonOsacaPredictor::PythonOsacaPredictor(std::string program, const std::string &arch)
    : program_(std::move(program)), arch_(arch) {
  std::ranges::transform(arch_, arch_.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
}

std::optional<std::string> PythonOsacaPredictor::find() {
  const std::optional<std::string> program = tests::find_program({"osaca"});
  if (!program)
    return std::nullopt;
  const Expected<tests::Finished> help = tests::run({*program, "--help"});
  const bool theirs = help && help->output.find("--yaml-out") != std::string::npos;
  return theirs ? program : std::nullopt;
}

Prediction read_python_osaca_report(const std::string &yaml) {
  std::optional<double> busiest_port;
  std::optional<double> dependency;
  bool in_summary = false;
  bool in_ports = false;
  std::istringstream lines(yaml);
  for (std::string text; std::getline(lines, text);) {
    const YamlLine line = read_line(text);
    if (line.key.empty())
      continue;
    if (line.indentation == 0)
      in_summary = line.key == "Summary";
    if (!in_summary)
      continue;
    if (line.key == "PortPressure" || line.key == "LCD" || line.key == "CriticalPath")
      in_ports = line.key == "PortPressure";
    else if (const std::optional<double> cycles = leading_number(line.value); in_ports && cycles)
      busiest_port = std::max(busiest_port.value_or(0), *cycles);
    if (line.key == "LCD")
      dependency = leading_number(line.value);
  }
  if (!busiest_port || !dependency)
    return {std::nullopt, {}, "no summary in its report"};
  return {std::max(*busiest_port, *dependency), *dependency > *busiest_port ? "lcd" : "ports", {}};
}

Expected<ToolRun> PythonOsacaPredictor::predict(const std::vector<Sample> &samples) const {
  const Expected<tests::TemporaryFolder> folder = tests::TemporaryFolder::create();
  if (!folder)
    return folder.error();
  const std::filesystem::path input = folder->path() / "kernel.s";
  const std::filesystem::path output = folder->path() / "report.yml";
  ToolRun result;
  for (const Sample &sample : samples) {
    std::error_code ignored;
    std::filesystem::remove(output, ignored);
    if (!tests::write_file(input, marked(sample)))
      return Error{"cannot write " + input.string()};
    // What it does not know makes it refuse, unless told to pass over it: then the figure is for a part only.
    const Expected<tests::Finished> finished =
        tests::run({program_, "--arch", arch_, "--yaml-out", output.string(), input.string()});
    if (!finished) {
      result.predictions.push_back({std::nullopt, {}, finished.error().text()});
      continue;
    }
    result.seconds += finished->seconds;
    const Expected<std::string> report = tests::content_of(output);
    result.predictions.push_back(finished->exit_code == 0 && report
                                     ? read_python_osaca_report(*report)
                                     : Prediction{std::nullopt, {}, "ended with an error"});
  }
  return result;
}

} // namespace osaca::accuracy
