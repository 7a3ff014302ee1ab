#include "mca_predictor.h"

#include "run_process.h"

#include <charconv>
#include <sstream>
#include <string_view>

namespace osaca::accuracy {
namespace {

constexpr int default_iterations = 100;
constexpr int fewer_iterations = 200;
constexpr int more_iterations = 400;

/// The number behind `prefix`, if the line begins with it.
std::optional<double> number_behind(std::string_view prefix, std::string_view line) {
  if (line.substr(0, prefix.size()) != prefix)
    return std::nullopt;
  line.remove_prefix(prefix.size());
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  double value = 0;
  if (std::from_chars(line.data(), line.data() + line.size(), value).ec != std::errc())
    return std::nullopt;
  return value;
}

Prediction prediction_of(std::size_t sample, const std::map<std::size_t, double> &fewer,
                         const std::map<std::size_t, double> &more,
                         const std::map<std::size_t, std::string> &problems) {
  if (const auto problem = problems.find(sample); problem != problems.end())
    return {std::nullopt, {}, problem->second};
  const auto low = fewer.find(sample);
  const auto high = more.find(sample);
  if (low == fewer.end() || high == more.end())
    return {std::nullopt, {}, "no figures for it"};
  return {(high->second - low->second) / (more_iterations - fewer_iterations), {}, {}};
}

} // namespace

McaInput mca_input(const std::vector<Sample> &samples) {
  McaInput input;
  const auto add_line = [&](std::size_t sample, const std::string &line) {
    input.text += line + '\n';
    input.sample_of_line.push_back(sample);
  };
  for (std::size_t i = 0; i < samples.size(); ++i) {
    add_line(i, "# LLVM-MCA-BEGIN " + std::to_string(i));
    for (const std::string &instruction : samples[i].instructions)
      add_line(i, "\t" + instruction);
    add_line(i, "# LLVM-MCA-END " + std::to_string(i));
  }
  return input;
}

std::map<std::size_t, double> read_mca_cycles(const std::string &output) {
  std::map<std::size_t, double> cycles;
  std::optional<std::size_t> region;
  std::istringstream lines(output);
  constexpr std::string_view title = "] Code Region - ";
  for (std::string line; std::getline(lines, line);) {
    if (const std::size_t found = line.find(title); line.substr(0, 1) == "[" && found != std::string::npos) {
      const std::optional<double> number = number_behind("", std::string_view(line).substr(found + title.size()));
      region = number ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
    } else if (const std::optional<double> total = number_behind("Total Cycles:", line); total && region) {
      cycles[*region] = *total;
    }
  }
  return cycles;
}

std::map<std::size_t, std::string> read_mca_problems(const std::string &errors, const McaInput &input) {
  std::map<std::size_t, std::string> problems;
  std::istringstream lines(errors);
  constexpr std::string_view place = "<stdin>:";
  for (std::string line; std::getline(lines, line);) {
    const std::optional<double> number = number_behind(place, line);
    if (!number || *number < 1 || *number > static_cast<double>(input.sample_of_line.size()))
      continue;
    const std::size_t message = line.find(' ');
    problems.emplace(input.sample_of_line[static_cast<std::size_t>(*number) - 1],
                     message == std::string::npos ? line : line.substr(message + 1));
  }
  return problems;
}

std::vector<std::string> McaPredictor::command(int iterations) const {
  return {program_,
          "-mtriple=x86_64",
          "-mcpu=" + cpu_,
          "-iterations=" + std::to_string(iterations),
          "-resource-pressure=0",
          "-instruction-info=0",
          "-skip-unsupported-instructions=any",
          "-"};
}

Expected<ToolRun> McaPredictor::predict(const std::vector<Sample> &samples) const {
  const McaInput input = mca_input(samples);
  ToolRun result;
  std::vector<tests::Finished> runs;
  for (const int iterations : {default_iterations, fewer_iterations, more_iterations}) {
    Expected<tests::Finished> finished = tests::run(command(iterations), {.input = input.text});
    if (!finished)
      return finished.error();
    if (finished->exit_code != 0)
      return Error{program_ + " ended with status " + std::to_string(finished->exit_code) + ": " +
                   finished->errors.substr(0, 500)};
    runs.push_back(std::move(finished).value());
  }
  result.seconds = runs[0].seconds;
  const std::map<std::size_t, double> fewer = read_mca_cycles(runs[1].output);
  const std::map<std::size_t, double> more = read_mca_cycles(runs[2].output);
  const std::map<std::size_t, std::string> problems = read_mca_problems(runs[1].errors, input);
  for (std::size_t i = 0; i < samples.size(); ++i)
    result.predictions.push_back(prediction_of(i, fewer, more, problems));
  return result;
}

} // namespace osaca::accuracy
