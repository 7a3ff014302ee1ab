// `osaca model diff A B`: shows where two models, or a model and measurements, disagree.
#include "base/text.h"
#include "measure/tables/commands.h"
#include "measure/tables/diff.h"

#include "base/format.h"
#include "base/name_matching.h"
#include "base/printable.h"

#include <algorithm>
#include <cstdio>

namespace osaca::measure {
namespace {

constexpr int different = 1;

/// "10%" or "10": a fraction of the larger figure.
std::optional<double> percentage(std::string_view word) {
  if (word.ends_with('%'))
    word.remove_suffix(1);
  const auto value = parse_number<double>(word);
  if (!value || !(*value >= 0) || *value > 1000)
    return std::nullopt;
  return *value / 100;
}

struct ModelDiffOptions {
  std::vector<std::string> names;
  std::vector<std::string> only;
  std::string tolerance = "10%";
  double cycles = 0.1;
  std::string format = "text";
};

std::string check_percentage(const std::string &word) {
  return percentage(word) ? "" : "expected a percentage from 0 to 1000, such as 10%";
}

void declare_model_diff(OptionSet &options, ModelDiffOptions &chosen) {
  options.texts = {
      "osaca model diff",
      "Compares two models, two measurement files, or one of each, form by form. Compares the reciprocal throughput, "
      "and the latency between each pair of operands. Shows the figures that differ by more than the tolerance. Exit "
      "status: 0 nothing differs; 1 something differs; 2 an input cannot be used.",
      "\n"
      "Examples:\n"
      "  osaca model diff zen4 cpu.yml                      compare a model with measurements\n"
      "  osaca model diff zen3 zen4 --only 'V*PD*rr'        compare some forms of two cores\n"
      "  osaca model diff zen4 mine.yml --format csv        also list the forms that only one of them has"};
  options.option("models", chosen.names, "names of models, model files, or measurement files")
      .called("A B")
      .exactly_two()
      .required();
  options
      .option("--tolerance", chosen.tolerance,
              "ignore differences up to this share of the larger figure (default: 10%)")
      .called("PERCENT")
      .checked_by(check_percentage);
  options.option("--cycles", chosen.cycles, "ignore differences up to this many cycles (default: 0.1)")
      .called("CYCLES")
      .within(0, 1e6, true);
  options.list("--only", chosen.only, "compare only forms with these LLVM opcode names; * and ? are allowed")
      .called("GLOB,...");
  options.option("--format", chosen.format, "output format (default: text)").one_of({"text", "csv"});
}

int run_model_diff(ModelDiffOptions options) {
  const Expected<Subject> a = Subject::open(options.names[0]);
  const Expected<Subject> b = Subject::open(options.names[1]);
  for (const Expected<Subject> *one : {&a, &b})
    if (!*one) {
      complain(one->error());
      return unusable_input;
    }
  if (a->isa() != b->isa()) {
    complain(
        format_text("the inputs have different instruction sets: {} and {}", name_of(a->isa()), name_of(b->isa())));
    return unusable_input;
  }
  DiffOptions how;
  how.tolerance = {percentage(options.tolerance).value_or(0.1), options.cycles};
  if (!options.only.empty())
    how.wanted = [&options](const std::string &opcode) {
      return std::ranges::any_of(options.only, [&](const std::string &glob) { return glob_matches(glob, opcode); });
    };
  ExampleForms examples(a->isa());
  const TableDiff found = compare(*a, *b, examples, how);
  const std::string text = options.format == "csv" ? diff_csv(found) : diff_text(found, a->name(), b->name());
  std::fputs(printable(text).c_str(), stdout);
  const bool same = found.differing.empty() && found.only_a.empty() && found.only_b.empty();
  return same ? success : different;
}

} // namespace

const driver::Command model_diff_command = driver::command<ModelDiffOptions, declare_model_diff, run_model_diff>(
    "diff", "the differences between two models or measurement files");

} // namespace osaca::measure
