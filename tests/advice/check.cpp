#include "check.h"

#include "run_process.h"

#include <cmath>
#include <cstdio>
#include <sstream>

namespace osaca::advice {
namespace {

/// A prediction that is lower by less may be so by rounding.
constexpr double least_gain = 0.02;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

double tolerance(Equality equality) {
  switch (equality) {
  case Equality::exact: return 0;
  case Equality::rounding: return 1e-12;   // of doubles, after a few thousand operations
  case Equality::approximate: return 1e-5; // of floats, or of approximations that are refined to them
  }
  return 0;
}

std::vector<double> numbers_of(const std::string &text) {
  std::istringstream in(text);
  std::vector<double> numbers;
  for (double value = 0; in >> value;)
    numbers.push_back(value);
  return numbers;
}

std::string difference(const std::string &bad, const std::string &good, Equality equality) {
  const std::vector<double> before = numbers_of(bad);
  const std::vector<double> after = numbers_of(good);
  if (before.size() != after.size() || before.empty())
    return "bad has " + std::to_string(before.size()) + " results, good " + std::to_string(after.size());
  double largest = 0;
  for (double value : before)
    largest = std::max(largest, std::abs(value));
  for (std::size_t i = 0; i < before.size(); ++i)
    if (!(std::abs(before[i] - after[i]) <= tolerance(equality) * largest))
      return "result " + std::to_string(i) + " is " + number(before[i]) + " in bad and " + number(after[i]) +
             " in good";
  return {};
}

/// The widest that examples are compiled for is x86-64-v4. Where all of it is there, an illegal instruction is a
/// mistake.
bool has_all_that_examples_use() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

} // namespace

std::vector<std::string> check_predictions(const Example &example, const Outcome &bad, const Outcome &good) {
  std::vector<std::string> problems;
  if (!bad.has(example.rule))
    problems.push_back("bad does not have the finding " + example.rule);
  else if (!bad.has(example.rule, example.advice))
    problems.push_back("the advice for bad does not contain '" + example.advice + "'");
  if (example.remains.empty() && good.has(example.rule))
    problems.push_back("good still has the finding " + example.rule);
  const std::string figures =
      number(bad.cycles_per_element) + " cycles before, " + number(good.cycles_per_element) + " after";
  const bool is_lower = good.cycles_per_element < bad.cycles_per_element * (1 - least_gain);
  switch (example.prediction) {
  case Prediction::lower:
    if (!is_lower)
      problems.push_back("the prediction is not lower: " + figures);
    break;
  case Prediction::lower_bound:
    if (!bad.at_least)
      problems.emplace_back("the prediction of bad is complete: compare it (prediction: lower)");
    if (good.at_least && good.has(example.rule, example.advice))
      problems.emplace_back("good still gets the advice, and its prediction is also a lower bound");
    break;
  case Prediction::not_part_of_it:
    if (good.cycles_per_element > bad.cycles_per_element * (1 + least_gain))
      problems.push_back("the prediction is higher: " + figures);
    break;
  }
  return problems;
}

std::vector<std::string> check_results(const Example &example, const std::string &compiler,
                                       const std::filesystem::path &drivers) {
  const auto folder = tests::TemporaryFolder::create();
  if (!folder)
    return {folder.error().text()};
  std::vector<std::string> outputs;
  for (const Side *side : {&example.bad, &example.good}) {
    const auto program = link(example, *side, compiler, drivers, folder->path());
    if (!program)
      return {program.error().text()};
    const auto finished = tests::run({program->string(), "values"});
    if (!finished)
      return {finished.error().text()};
    if (finished->lacks_instruction && !has_all_that_examples_use()) {
      std::printf("  %s has an instruction that this machine does not support; the results were not compared\n",
                  side->title.c_str());
      return {};
    }
    if (finished->exit_code != 0)
      return {side->title + " exited with status " + std::to_string(finished->exit_code)};
    outputs.push_back(finished->output);
  }
  const std::string differs = difference(outputs[0], outputs[1], example.equality);
  return differs.empty() ? std::vector<std::string>() : std::vector<std::string>{"the results differ: " + differs};
}

} // namespace osaca::advice
