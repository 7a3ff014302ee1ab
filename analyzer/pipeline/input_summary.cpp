#include "pipeline/opened_input.h"

#include "base/format.h"
#include "base/name_matching.h"
#include "base/readable_name.h"
#include "loops/regions.h"

#include <algorithm>
#include <iterator>

namespace osaca {
namespace {

void append(Report &report, Report more) {
  std::move(more.kernels.begin(), more.kernels.end(), std::back_inserter(report.kernels));
  std::move(more.problems.begin(), more.problems.end(), std::back_inserter(report.problems));
  report.compilers.merge(more.compilers);
  for (std::string &note : more.notes)
    if (std::ranges::find(report.notes, note) == report.notes.end())
      report.notes.push_back(std::move(note));
}

} // namespace

InputSummary::InputSummary(const AnalyzeOptions &options, std::size_t file_count)
    : options_(options), file_count_(file_count) {}

void InputSummary::add_failure(Error error) {
  if (!failure_)
    failure_ = error;
  report_.problems.push_back(std::move(error));
}

/// The same error in many members is reported as one problem.
void InputSummary::add_member_failure(const OpenedInput &input) {
  FailedMembers &failed = failed_members_[{input.archive, input.error->message}];
  if (failed.count++ == 0) {
    failed.problem = report_.problems.size();
    failed.first = input.name;
    add_failure(*input.error);
    return;
  }
  report_.problems[failed.problem] = {format_text("{} and {} more: {}", failed.first.substr(input.archive.size()),
                                                  failed.count - 1, input.error->message),
                                      {input.archive, 0, 0}};
}

void InputSummary::add_unmatched(const std::vector<UnmatchedName> &unmatched) {
  for (const UnmatchedName &name : unmatched) {
    Missing &missing = missing_[name.pattern];
    ++missing.inputs;
    const auto distance = [&](const std::string &other) {
      return edit_distance(name.pattern, other, static_cast<int>(name.pattern.size()));
    };
    if (missing.nearest.empty() || (!name.nearest.empty() && distance(name.nearest) < distance(missing.nearest)))
      missing.nearest = name.nearest;
  }
}

void InputSummary::add(OpenedInput input) {
  if (input.error) {
    if (input.archive.empty())
      add_failure(*std::move(input.error));
    else
      add_member_failure(input);
    return;
  }
  ++readable_;
  Analysed &analysed = input.analysed;
  if (input.plan) {
    remarks_.add(input.plan->remarks());
    analysed.unmatched = input.plan->unmatched();
    analysed.named = input.plan->named();
    if (analysed.report.kernels.empty() && analysed.report.problems.empty())
      analysed.nothing = input.plan->nothing();
  }
  add_unmatched(analysed.unmatched);
  for (const NamedFunction &named : analysed.named)
    named_[named.pattern].insert({named.function, readable_name(named.function)});
  if (analysed.nothing) {
    const bool is_forgivable = input.is_object || !options_.functions.empty();
    if (is_forgivable)
      without_kernels_.push_back(*std::move(analysed.nothing));
    else
      add_failure(*std::move(analysed.nothing));
  }
  append(report_, std::move(analysed.report));
}

bool InputSummary::report_missing_functions() {
  bool any = false;
  for (const std::string &pattern : options_.functions) {
    const auto missing = missing_.find(pattern);
    if (readable_ == 0 || missing == missing_.end() || missing->second.inputs < readable_)
      continue;
    any = true;
    Error error = no_such_function({{pattern, missing->second.nearest}}, "");
    if (file_count_ == 1 && !without_kernels_.empty())
      error.where = without_kernels_.front().where;
    add_failure(std::move(error));
  }
  return any;
}

/// If other names select kernels.
void InputSummary::report_names_without_kernels() {
  if (report_.kernels.empty() || options_.whole_functions || !options_.lines.empty())
    return;
  std::set<std::string> with_kernels;
  for (const KernelReport &kernel : report_.kernels)
    with_kernels.insert(kernel.function);
  std::vector<std::string> without;
  for (const auto &[pattern, functions] : named_)
    if (std::ranges::none_of(functions, [&](const std::string &name) { return with_kernels.contains(name); }))
      without.push_back(pattern);
  if (!without.empty())
    add_failure(no_loop_in(without, file_count_ == 1 ? report_.kernels.front().input.file : ""));
}

void InputSummary::report_no_kernels() {
  if (without_kernels_.empty() || !report_.kernels.empty())
    return;
  if (without_kernels_.size() == 1)
    add_failure(without_kernels_.front());
  else
    add_failure(
        {format_text("nothing to analyse: there is no loop in any of the {} objects", without_kernels_.size())});
}

Report InputSummary::finish(std::vector<std::string> notes, std::size_t most_functions) {
  if (is_refused_) {
    Report too_many;
    too_many.problems = std::move(report_.problems);
    too_many.problems.push_back(
        {format_text("more than {} functions contain loops: select some with --function (names, or patterns with * and "
                     "?), or pass --all-loops to analyse all of them",
                     most_functions),
         refused_at_});
    return too_many;
  }
  report_names_without_kernels();
  if (!report_missing_functions())
    report_no_kernels();
  if (remarks_.objects > 0 && !report_.kernels.empty())
    append(report_, {.kernels = {}, .annotated = {}, .problems = {}, .notes = remarks_.notes()});
  if (!report_.kernels.empty())
    append(report_, {.kernels = {}, .annotated = {}, .problems = {}, .notes = std::move(notes)});
  return std::move(report_);
}

} // namespace osaca
