#include "collection/baseline.h"

#include "base/index.h"
#include "collection/loop_identity.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace osaca {

namespace {

/// "sweep" for "sweep.constprop.0": clones depend on the code around a function.
std::string function_of(const LoopRecord &record) { return record.function.substr(0, record.function.find('.', 1)); }

std::string role_of(const LoopRecord &record) { return name_of(without_copies(record.role)); }

/// An empty key matches nothing. `file`: the new name of the record's file.
using KeyOf = std::string (*)(const LoopRecord &record, const std::string &file);

std::string joined_if_known(const std::string &known, std::initializer_list<std::string> parts) {
  if (known.empty())
    return "";
  std::string key = known;
  for (const std::string &part : parts)
    key += key_separator + part;
  return key;
}

struct Step {
  KeyOf key_of;
  bool only_unique = false; ///< pairs nothing if several loops of a build have the key
};

/// After the first step, which is by id.
constexpr Step steps[] = {
    {[](const LoopRecord &record, const std::string &file) {
      return joined_if_known(record.source_text_hash, {file, function_of(record), record.arch});
    }},
    {[](const LoopRecord &record, const std::string & /*file*/) {
      return joined_if_known(record.source_text_hash, {function_of(record), record.arch});
    }},
    {[](const LoopRecord &record, const std::string &file) {
      return joined_if_known(function_of(record), {file, role_of(record), record.arch});
    }},
    {[](const LoopRecord &record, const std::string &file) {
      return joined_if_known(function_of(record), {file, record.arch});
    }},
    {[](const LoopRecord &record, const std::string &file) {
      return joined_if_known(record.source_text_hash, {file, record.arch});
    }},
    {.key_of =
         [](const LoopRecord &record, const std::string &file) {
           return joined_if_known(function_of(record), {last_part_of_path(file), role_of(record), record.arch});
         },
     .only_unique = true},
    {[](const LoopRecord &record, const std::string & /*file*/) {
      return joined_if_known(record.code_hash, {record.arch});
    }},
    {[](const LoopRecord &record, const std::string & /*file*/) {
      return joined_if_known(record.opcodes_hash, {record.arch});
    }},
};

/// Puts indices in the order of the source. Of the machine loops of one statement, the one with the widest vectors
/// comes first, because it matters most if the other build has only one of them.
void put_in_source_order(std::vector<int> &order, const std::vector<LoopRecord> &records) {
  std::vector<std::string> roles(records.size());
  for (const int index : order)
    roles[at(index)] = name_of(records[at(index)].role);
  const auto place = [&records](int index) {
    const LoopRecord &record = records[at(index)];
    return std::tuple<const std::string &, int, int>(record.file, record.line, -record.figures.vector_bits);
  };
  const auto names = [&](int index) {
    const LoopRecord &record = records[at(index)];
    return std::tie(record.function, roles[at(index)], record.path_number, record.arch, record.id);
  };
  std::ranges::stable_sort(
      order, [&](int a, int b) { return place(a) != place(b) ? place(a) < place(b) : names(a) < names(b); });
}

class Matching {
public:
  Matching(const std::vector<LoopRecord> &before, const std::vector<LoopRecord> &after)
      : before_(before), after_(after), used_(before.size(), false), match_(after.size(), -1) {}

  std::vector<int> run() {
    // In most builds, all loops are paired by their ids. The order of the source does not matter for unique ids.
    const bool ids_are_unique = pair_by_unique_ids();
    list_unpaired();
    if (!ids_are_unique)
      pair({[](const LoopRecord &record, const std::string & /*file*/) { return record.id; }});
    if (!unpaired_before_.empty() && !unpaired_after_.empty())
      new_names_ = new_names_of_files(before_, after_);
    for (const Step &step : steps)
      pair(step);
    return std::move(match_);
  }

private:
  /// False: nothing was paired because an id occurs twice.
  bool pair_by_unique_ids() {
    std::unordered_map<std::string_view, int> by_id(before_.size());
    for (std::size_t i = 0; i < before_.size(); ++i)
      if (const std::string &id = before_[i].id; !id.empty() && !by_id.try_emplace(id, static_cast<int>(i)).second)
        return false;
    std::vector<int> match(after_.size(), -1);
    std::vector<bool> used(before_.size(), false);
    for (std::size_t i = 0; i < after_.size(); ++i)
      if (const auto found = by_id.find(after_[i].id); found != by_id.end()) {
        if (used[at(found->second)])
          return false;
        match[i] = found->second;
        used[at(found->second)] = true;
      }
    match_ = std::move(match);
    used_ = std::move(used);
    return true;
  }

  void list_unpaired() {
    for (std::size_t i = 0; i < before_.size(); ++i)
      if (!used_[i])
        unpaired_before_.push_back(static_cast<int>(i));
    for (std::size_t i = 0; i < after_.size(); ++i)
      if (match_[i] < 0)
        unpaired_after_.push_back(static_cast<int>(i));
    if (unpaired_before_.empty() || unpaired_after_.empty())
      return;
    put_in_source_order(unpaired_before_, before_);
    put_in_source_order(unpaired_after_, after_);
  }

  void pair(const Step &step) {
    if (unpaired_before_.empty() || unpaired_after_.empty())
      return;
    struct Candidates { ///< in the order of the source
      std::vector<int> before;
      std::vector<int> after;
    };
    std::unordered_map<std::string, Candidates> by_key;
    for (const int index : unpaired_before_)
      if (std::string key = step.key_of(before_[at(index)], new_name_of(before_[at(index)].file)); !key.empty())
        by_key[std::move(key)].before.push_back(index);
    for (const int index : unpaired_after_)
      if (const auto known = by_key.find(step.key_of(after_[at(index)], after_[at(index)].file)); known != by_key.end())
        known->second.after.push_back(index);
    for (const auto &[key, loops] : by_key) {
      if (step.only_unique && (loops.before.size() > 1 || loops.after.size() > 1))
        continue;
      for (std::size_t i = 0; i < std::min(loops.before.size(), loops.after.size()); ++i) {
        match_[at(loops.after[i])] = loops.before[i];
        used_[at(loops.before[i])] = true;
      }
    }
    std::erase_if(unpaired_before_, [&](int index) { return used_[at(index)]; });
    std::erase_if(unpaired_after_, [&](int index) { return match_[at(index)] >= 0; });
  }

  [[nodiscard]] const std::string &new_name_of(const std::string &file) const {
    const auto known = new_names_.find(file);
    return known == new_names_.end() ? file : known->second;
  }

  const std::vector<LoopRecord> &before_;
  const std::vector<LoopRecord> &after_;
  FileNames new_names_;
  std::vector<bool> used_;
  std::vector<int> match_;
  std::vector<int> unpaired_before_; ///< in the order of the source
  std::vector<int> unpaired_after_;
};

} // namespace

std::vector<int> matched_loops(const std::vector<LoopRecord> &before, const std::vector<LoopRecord> &after) {
  return Matching(before, after).run();
}

namespace {

/// Whether only the set of paths differs. The slowest of other paths is not comparable, unless even the fastest is
/// slower than all paths before, or the other way round.
bool is_about_other_paths(const LoopRecord &before, const LoopRecord &after) {
  if (!before.unknown_paths && !after.unknown_paths)
    return false;
  const auto count_of = [](const LoopRecord &record) { return record.unknown_paths ? record.unknown_paths->count : 1; };
  if (count_of(before) == count_of(after))
    return false;
  const auto fastest = [](LoopRecord record) {
    if (record.unknown_paths)
      record.figures.cycles_per_iteration = record.unknown_paths->least_cycles;
    return record;
  };
  return compared_cycles(fastest(before).figures, after.figures).ratio() >= 1 &&
         compared_cycles(before.figures, fastest(after).figures).ratio() <= 1;
}

/// Whether one iteration of the machine loop before or after does an unknown number of source iterations, which may
/// explain the difference. A source iteration takes at most as long as an iteration of the machine loop.
bool may_be_other_iterations(const LoopFigures &before, const LoopFigures &after, bool slower) {
  const std::optional<Cycles> then = before.cycles_per_source_iteration();
  const std::optional<Cycles> now = after.cycles_per_source_iteration();
  if (before.source_iterations == 0 && now)
    return !slower || *now <= before.cycles_per_iteration;
  if (after.source_iterations == 0 && then)
    return slower || after.cycles_per_iteration >= *then;
  return false;
}

std::optional<ChangeKind> kind_of(const LoopFigures &then, const LoopFigures &now, bool slower, bool faster) {
  if (then.vector_bits > 0 && now.vector_bits == 0)
    return ChangeKind::lost_vectorisation;
  if (slower)
    return ChangeKind::slower;
  if (then.vector_bits == 0 && now.vector_bits > 0)
    return ChangeKind::gained_vectorisation;
  if (faster)
    return ChangeKind::faster;
  if (then.bound_by != now.bound_by)
    return ChangeKind::bound_changed;
  return std::nullopt;
}

double ratio_of(const LoopChange &change) {
  return change.before && change.after ? figures_ratio(*change.before, *change.after) : 1.0;
}

const LoopRecord &record_of(const LoopChange &change) { return change.after ? *change.after : *change.before; }

/// How much more or less time this loop takes, as a share of the time of all loops. `unknown_share` is used for loops
/// with an unknown share.
double weight_of(const LoopChange &change, double unknown_share) {
  const std::optional<double> &share = record_of(change).time_share;
  if (!change.before || !change.after)
    return share.value_or(0);
  return share.value_or(unknown_share) * std::abs(ratio_of(change) - 1);
}

} // namespace

bool is_same_code(const LoopRecord &before, const LoopRecord &after) {
  return !before.code_hash.empty() && before.code_hash == after.code_hash;
}

double figures_ratio(const LoopRecord &before, const LoopRecord &after) {
  return before.figures.data_level == after.figures.data_level ? compared_cycles(before.figures, after.figures).ratio()
                                                               : 1.0;
}

std::optional<LoopChange> change_between(const LoopRecord &before, const LoopRecord &after, double tolerance) {
  if (before.figures.data_level != after.figures.data_level)
    return LoopChange{.kind = ChangeKind::data_moved, .before = before, .after = after};
  if (is_same_code(before, after))
    return std::nullopt;
  const double ratio = compared_cycles(before.figures, after.figures).ratio();
  // No prediction for an in-order core is complete, but baselines of older versions do not record that.
  const bool lost_part = before.figures.complete && !after.figures.complete && !after.figures.in_order;
  const bool slower = ratio > 1 + tolerance || lost_part;
  const bool faster = !slower && ratio < 1 - tolerance;
  const std::optional<ChangeKind> kind = kind_of(before.figures, after.figures, slower, faster);
  if (!kind)
    return std::nullopt;
  LoopChange change{.kind = *kind, .before = before, .after = after};
  change.is_regression = slower || (change.kind == ChangeKind::lost_vectorisation && !faster);
  if ((change.kind == ChangeKind::slower || change.kind == ChangeKind::faster) && is_about_other_paths(before, after)) {
    change.kind = ChangeKind::other_paths;
    change.is_regression = false;
  }
  if ((change.kind == ChangeKind::slower || change.kind == ChangeKind::faster) && !lost_part &&
      may_be_other_iterations(before.figures, after.figures, slower)) {
    change.kind = ChangeKind::other_iterations;
    change.is_regression = false;
  }
  if ((change.kind == ChangeKind::slower || change.kind == ChangeKind::faster) && !lost_part &&
      may_be_equal(before.figures, after.figures, tolerance)) {
    change.kind = ChangeKind::within_range;
    change.is_regression = false;
  }
  return change;
}

void sort_by_weight(std::vector<LoopChange> &changes) {
  const bool some_are_known =
      std::ranges::any_of(changes, [](const LoopChange &change) { return record_of(change).time_share.has_value(); });
  const auto rank = [&](const LoopChange &change) {
    const LoopRecord &record = record_of(change);
    return std::tuple(!change.is_regression, -weight_of(change, some_are_known ? 0 : 1), -ratio_of(change), record.file,
                      record.line, record.function, name_of(record.role), record.path_number, record.arch, record.id);
  };
  std::ranges::stable_sort(changes, [&](const LoopChange &a, const LoopChange &b) { return rank(a) < rank(b); });
}

} // namespace osaca
