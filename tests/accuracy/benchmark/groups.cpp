#include "groups.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace osaca::accuracy {
namespace {

/// The upper ends of classes, and a name for each class and for what lies above.
template <std::size_t count>
std::string class_of(double value, const std::array<std::pair<double, const char *>, count> &classes,
                     const char *above) {
  for (const auto &[end, name] : classes)
    if (value < end)
      return name;
  return above;
}

std::vector<std::string> by_bound(const Row &row) {
  return {row.ours.bound.empty() ? "bound by (not said)" : "bound by " + row.ours.bound};
}

std::vector<std::string> by_size(const Row &row) {
  constexpr std::array<std::pair<double, const char *>, 6> classes{{{2, "1 instruction"},
                                                                    {4, "2-3 instructions"},
                                                                    {8, "4-7 instructions"},
                                                                    {16, "8-15 instructions"},
                                                                    {32, "16-31 instructions"},
                                                                    {64, "32-63 instructions"}}};
  return {class_of(static_cast<double>(row.sample.instructions.size()), classes, "64 instructions or more")};
}

std::vector<std::string> by_cycles(const Row &row) {
  constexpr std::array<std::pair<double, const char *>, 5> classes{{{1, "below 1 cycle"},
                                                                    {2, "1 to 2 cycles"},
                                                                    {5, "2 to 5 cycles"},
                                                                    {10, "5 to 10 cycles"},
                                                                    {30, "10 to 30 cycles"}}};
  return {class_of(row.sample.measured_cycles, classes, "30 cycles or more")};
}

std::vector<std::string> by_error(const Row &row) {
  constexpr std::array<std::pair<double, const char *>, 6> classes{{{-0.30, "under by more than 30 %"},
                                                                    {-0.10, "under by 10 to 30 %"},
                                                                    {-0.02, "under by 2 to 10 %"},
                                                                    {0.02, "within 2 %"},
                                                                    {0.10, "over by 2 to 10 %"},
                                                                    {0.30, "over by 10 to 30 %"}}};
  if (!row.ours.cycles)
    return {"not handled"};
  return {class_of(relative_error(*row.ours.cycles, row.sample.measured_cycles), classes, "over by more than 30 %")};
}

std::vector<std::string> by_source(const Row &row) { return {row.sample.source}; }

std::vector<std::string> by_feature(const Row &row) {
  return row.features.empty() ? std::vector<std::string>{"(no feature)"} : row.features;
}

constexpr std::array causes{
    Cause{"bound", "by our bound", by_bound},
    Cause{"size", "by number of instructions", by_size},
    Cause{"cycles", "by measured cycles", by_cycles},
    Cause{"error", "by size of the error", by_error},
    Cause{"source", "by application or compiler", by_source},
    Cause{"feature", "by features of the code (a row has several: the shares add up to more than 100 %)", by_feature},
};

double absolute_error(const Row &row) { return std::abs(relative_error(*row.ours.cycles, row.sample.measured_cycles)); }

} // namespace

std::span<const Cause> all_causes() { return causes; }

const Cause *find_cause(std::string_view name) {
  const auto found = std::ranges::find_if(causes, [&](const Cause &cause) { return cause.name == name; });
  return found == causes.end() ? nullptr : &*found;
}

Agreement our_agreement(const std::vector<Row> &rows) {
  std::vector<double> measured;
  std::vector<std::optional<double>> predicted;
  for (const Row &row : rows) {
    measured.push_back(row.sample.measured_cycles);
    predicted.push_back(row.ours.cycles);
  }
  return agreement(measured, predicted);
}

Group group_of(const std::string &name, const std::vector<Row> &members, const Agreement &all) {
  Group group{name, our_agreement(members), 0, 0, std::nullopt};
  const std::size_t handled = group.ours.rows - group.ours.not_handled;
  const std::size_t handled_in_all = all.rows - all.not_handled;
  if (handled_in_all > 0)
    group.share_of_rows = static_cast<double>(handled) / static_cast<double>(handled_in_all);
  if (all.total_error > 0)
    group.share_of_error = group.ours.total_error / all.total_error;
  if (handled_in_all > handled)
    group.mean_error_of_rest =
        std::max(0.0, all.total_error - group.ours.total_error) / static_cast<double>(handled_in_all - handled);
  return group;
}

std::vector<Group> grouped(const std::vector<Row> &rows, const Cause &cause) {
  std::map<std::string, std::vector<Row>> members;
  for (const Row &row : rows)
    for (const std::string &name : cause.groups_of(row))
      members[name].push_back(row);
  const Agreement all = our_agreement(rows);
  std::vector<Group> groups;
  for (const auto &[name, those] : members)
    groups.push_back(group_of(name, those, all));
  std::ranges::stable_sort(groups, [](const Group &a, const Group &b) { return a.share_of_error > b.share_of_error; });
  return groups;
}

bool is_in_group(const Row &row, std::string_view group) {
  constexpr std::string_view negation = "not ";
  constexpr std::string_view not_handled = "not handled"; // the one name that begins like this
  if (group.starts_with(negation) && group != not_handled)
    return !is_in_group(row, group.substr(negation.size()));
  return std::ranges::any_of(causes, [&](const Cause &cause) {
    const std::vector<std::string> names = cause.groups_of(row);
    return std::ranges::find(names, group) != names.end();
  });
}

std::vector<Row> worst_rows(std::vector<Row> rows, std::size_t count) {
  std::erase_if(rows, [](const Row &row) { return !row.ours.cycles; });
  std::ranges::stable_sort(rows, [](const Row &a, const Row &b) { return absolute_error(a) > absolute_error(b); });
  if (rows.size() > count)
    rows.resize(count);
  return rows;
}

} // namespace osaca::accuracy
