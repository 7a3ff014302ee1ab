// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "arguments.h"

#include "loop_requests.h"

#include <algorithm>
#include <cstddef>

namespace osaca {
namespace {

const std::vector<std::string> &known_keys() {
  static const std::vector<std::string> keys = {"arch",     "report",     "report_dir", "marked",    "driver",
                                                "function", "all",        "fixed",      "verbosity", "timeout",
                                                "warn",     "whole_unit", "embed",      "strict",    "memory",
                                                "data",     "mispredict", "linked",     "calls"};
  return keys;
}

std::size_t edit_distance(const std::string &a, const std::string &b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

/// A whole number within the bounds, or -1.
int whole_number(const std::string &text, int lowest, int highest) {
  if (text.empty() || text.size() > 6 || text.find_first_not_of("0123456789") != std::string::npos)
    return -1;
  const int number = std::stoi(text);
  return number >= lowest && number <= highest ? number : -1;
}

struct Reader {
  ParsedArguments result;

  void problem(std::string text) { result.problems.push_back(std::move(text)); }

  void text(const RawArgument &raw, std::string &into) {
    if (raw.value.empty())
      problem("argument '" + raw.key + "' needs a value: " + raw.key + "=...");
    else
      into = raw.value;
  }

  void flag(const RawArgument &raw, bool &into) {
    if (!raw.has_value)
      into = true;
    else
      problem("argument '" + raw.key + "' takes no value; '" + raw.value + "' is ignored"), into = true;
  }

  void number(const RawArgument &raw, int lowest, int highest, int &into) {
    const int number = whole_number(raw.value, lowest, highest);
    if (number < 0)
      problem("argument '" + raw.key + "' needs a whole number from " + std::to_string(lowest) + " to " +
              std::to_string(highest) + ", not '" + raw.value + "'; using " + std::to_string(into));
    else
      into = number;
  }

  void unknown(const RawArgument &raw) {
    const std::string meant = nearest(raw.key, known_keys());
    std::string text = "unknown argument '" + raw.key + "' is ignored";
    if (!meant.empty())
      text += "; did you mean '" + meant + "'?";
    problem(std::move(text));
  }

  void read(const RawArgument &raw) {
    Arguments &a = result.arguments;
    std::string function;
    if (raw.key == "arch")
      text(raw, a.arch);
    else if (raw.key == "data")
      text(raw, a.data);
    else if (raw.key == "mispredict")
      text(raw, a.mispredict);
    else if (raw.key == "calls")
      text(raw, a.calls);
    else if (raw.key == "report")
      text(raw, a.report);
    else if (raw.key == "report_dir")
      text(raw, a.report_dir);
    else if (raw.key == "marked")
      text(raw, a.marked);
    else if (raw.key == "driver")
      text(raw, a.driver);
    else if (raw.key == "function") {
      text(raw, function);
      add_functions(function, a.functions);
    } else if (raw.key == "all")
      flag(raw, a.all);
    else if (raw.key == "fixed")
      flag(raw, a.fixed);
    else if (raw.key == "embed")
      flag(raw, a.embed);
    else if (raw.key == "linked")
      flag(raw, a.linked);
    else if (raw.key == "whole_unit")
      flag(raw, a.whole_unit);
    else if (raw.key == "warn")
      flag(raw, a.warn);
    else if (raw.key == "strict")
      flag(raw, a.strict);
    else if (raw.key == "verbosity")
      number(raw, 0, 2, a.verbosity);
    else if (raw.key == "timeout")
      number(raw, 1, 3600, a.timeout_seconds);
    else if (raw.key == "memory")
      number(raw, 64, 999999, a.memory_mib);
    else
      unknown(raw);
  }

  void finish() {
    Arguments &a = result.arguments;
    if (a.report.empty() || a.report_dir.empty())
      return;
    problem("argument 'report_dir' is ignored because 'report' specifies the file");
    a.report_dir.clear();
  }
};

} // namespace

std::string nearest(const std::string &word, const std::vector<std::string> &candidates) {
  if (word.size() > 64)
    return {};
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string &candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance && distance < candidate.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

ParsedArguments parse_arguments(const std::vector<RawArgument> &raw) {
  Reader reader;
  for (const RawArgument &argument : raw)
    reader.read(argument);
  reader.finish();
  return std::move(reader.result);
}

} // namespace osaca
