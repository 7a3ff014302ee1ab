#include "render/text/collection_text.h"

#include "base/format.h"
#include "base/text.h"
#include "render/json/report_json.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/text/table.h"
#include "render/words/words.h"
#include "report/rules.h"

#include <map>
#include <variant>

namespace osaca {
namespace {

Colour colour_of_change(const LoopChange &change) {
  if (change.is_regression)
    return Colour::red;
  return change.kind == ChangeKind::faster || change.kind == ChangeKind::gained_vectorisation ? Colour::cyan
                                                                                              : Colour::none;
}

/// The findings about regressions, by loop.
using Regressions = std::map<int, const Finding *>;

Regressions regressions_of(const Collection &collection) {
  Regressions out;
  for (const CollectedFinding &finding : collection.findings)
    if (finding.finding->rule == regression_rule)
      for (const int loop : finding.loops)
        out.emplace(loop, &*finding.finding);
  return out;
}

std::string line_of(const LoopChange &change, const Regressions &regressions, bool colour) {
  const LoopRecord &record = change.after ? *change.after : *change.before;
  const auto known = change.is_regression ? regressions.find(change.loop) : regressions.end();
  const Finding *finding = known == regressions.end() ? nullptr : known->second;
  const SourceLocation where = finding != nullptr ? finding->where : SourceLocation{record.file, record.line, 0};
  std::string line = coloured(one_line(where.text()), Colour::bold, colour) + ": ";
  if (finding != nullptr)
    line += coloured(std::string(name_of(finding->severity)) + ":", colour_of(finding->severity), colour) + " ";
  line += format_text("{} {}: {}", name_of_loop(record),
                      coloured(phrase_of(change.kind), colour_of_change(change), colour), one_line(message_of(change)));
  const auto *facts = finding == nullptr ? nullptr : std::get_if<Regression>(&*finding->facts);
  return format_text("{}{}\n", line, facts == nullptr ? "" : one_line(reason_words(*facts)));
}

/// "2 became faster, 1 is new": counts the `changes` from index `first` on, in the order of the kinds.
std::string counts_of_kinds(const std::vector<LoopChange> &changes) {
  std::map<ChangeKind, int> counts;
  for (const LoopChange &change : changes)
    ++counts[change.kind];
  std::string out;
  for (const auto &[kind, count] : counts)
    out += format_text("{}{} {}", out.empty() ? "" : ", ", count, phrase_of(kind));
  return out;
}

std::string rendered(const Comparison &comparison, const Regressions &regressions, const RenderOptions &options,
                     const ComparisonLimits &limits) {
  if (comparison.no_common_core)
    return one_line(message_of(*comparison.no_common_core)) + "\n";
  std::string out;
  std::size_t regressions_left = options.verbose ? comparison.changes.size() : limits.regressions;
  std::size_t others_left = options.verbose ? comparison.changes.size() : limits.others;
  std::vector<LoopChange> left_out;
  for (const LoopChange &change : comparison.changes) {
    std::size_t &left = change.is_regression ? regressions_left : others_left;
    if (left == 0) {
      left_out.push_back(change);
      continue;
    }
    out += line_of(change, regressions, options.colour);
    --left;
  }
  if (!left_out.empty())
    out += format_text("not shown: {}\n", counts_of_kinds(left_out));
  if (comparison.compilers_change)
    out += one_line(message_of(*comparison.compilers_change)) + "\n";
  for (const FiguresChange &change : comparison.figures_changes)
    out += one_line(message_of(change)) + "\n";
  const std::size_t changes = comparison.changes.size();
  out += changes == 0 ? "no changes" : counted(changes, "change");
  if (changes > 0)
    out += ", " + counted(comparison.regression_count(), "regression");
  return format_text("{} against {}; {} unchanged (within {} %)\n", out, one_line(comparison.baseline),
                     counted(comparison.unchanged_count, "loop"), text_of_percentage(comparison.tolerance_percent));
}

} // namespace

std::string render_comparison(const Comparison &comparison, const RenderOptions &options,
                              const ComparisonLimits &limits) {
  return rendered(comparison, {}, options, limits);
}

std::string render_changes(const Collection &collection, const RenderOptions &options, const ComparisonLimits &limits) {
  return collection.comparison ? rendered(*collection.comparison, regressions_of(collection), options, limits)
                               : std::string();
}

std::string render_comparison_json(const Comparison &comparison) {
  JsonWriter out;
  out.object([&] {
    out.field("schema", "osaca-comparison-1");
    write_comparison_members(out, comparison);
  });
  return out.take() + "\n";
}

} // namespace osaca
