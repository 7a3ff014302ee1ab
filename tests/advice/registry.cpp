#include "registry.h"

#include "report/rules.h"
#include "run_process.h"

#include <algorithm>
#include <array>

namespace osaca::advice {
namespace {

struct WithoutExample {
  std::string_view rule;
  std::string_view reason;
};
/// These say something about the annotation or the figures; no change of the loop makes them go by being faster.
constexpr std::array without_example = {
    WithoutExample{"osaca-unknown-instruction", "concerns the model and not the loop: figures must be added"},
    WithoutExample{"osaca-loop-vanished", "there is no loop to make faster"},
    WithoutExample{"osaca-not-a-loop", "concerns the position of the pragma"},
    WithoutExample{"osaca-expectation", "checks an expectation of the source: the reason differs from loop to loop"},
    WithoutExample{"osaca-regression", "compares with a baseline: the reason differs from loop to loop"},
};

bool needs_none(std::string_view rule) {
  return std::any_of(without_example.begin(), without_example.end(),
                     [&](const WithoutExample &entry) { return entry.rule == rule; });
}

/// The headings that every page has.
constexpr std::array headings = {"## Why it costs cycles", "## In the report", "## What to do",
                                 "## When this does not apply"};

} // namespace

std::vector<std::string> rules_with_pages() {
  std::vector<std::string> names;
  for (const Rule &rule : rules())
    names.emplace_back(rule.id);
  return names;
}

std::vector<std::string> check_registry(const std::filesystem::path &docs, const std::vector<Example> &examples) {
  std::vector<std::string> problems;
  for (const Rule &rule : rules()) {
    const std::string id(rule.id);
    const bool has_example =
        std::any_of(examples.begin(), examples.end(), [&](const Example &one) { return one.rule == id; });
    if (has_example == needs_none(id))
      problems.push_back(id + (has_example ? " has both an example and a reason for having none"
                                           : " has neither an example nor a reason for having none"));
    const auto page = tests::content_of(docs / (id + ".md"));
    if (!page) {
      problems.push_back(page.error().text());
      continue;
    }
    if (!page->starts_with("# " + id + ": " + std::string(rule.summary) + "\n"))
      problems.push_back(id + ".md does not begin with the name and summary of the rule");
    for (const char *heading : headings)
      if (page->find(std::string("\n") + heading + "\n") == std::string::npos)
        problems.push_back(id + ".md has no heading '" + heading + "'");
  }
  for (const Example &example : examples)
    if (find_rule(example.rule) == nullptr)
      problems.push_back(example.folder.string() + ": unknown rule " + example.rule);
  for (const WithoutExample &entry : without_example)
    if (find_rule(entry.rule) == nullptr)
      problems.push_back("a reason is given for the unknown rule " + std::string(entry.rule));
  return problems;
}

} // namespace osaca::advice
