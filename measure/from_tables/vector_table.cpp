#include "measure/from_tables/vector_table.h"

#include "measure/tables/example_forms.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

namespace osaca::measure::from_tables {

namespace {

std::optional<double> at(const CyclesBySetting &cycles, const VectorSetting &setting) {
  const auto found = cycles.find(setting);
  return found == cycles.end() ? std::nullopt : std::optional(found->second);
}

std::string operation_of(const VectorForm &form) { return form.opcode.substr(0, form.opcode.rfind('_')); }

/// How unlike the cycles of two forms are, seen from one setting: the average of the logarithms of their ratios, where
/// settings nearby count more. Forms that share few settings, have different names or differ in the mask are less alike
/// than their cycles. Infinity: nothing shows that they are alike.
class Unlikeness {
public:
  Unlikeness(const VectorForm &form, const CyclesBySetting &own) : form_(form), own_(own) {}

  [[nodiscard]] double to(const VectorForm &other, const CyclesBySetting &cycles,
                          const VectorSetting &at_setting) const {
    constexpr double largest = 0.1;
    double sum = 0;
    double weights = 0;
    for (const auto &[setting, value] : own_)
      if (const auto others = at(cycles, setting)) {
        const double weight = closeness(setting, at_setting);
        sum += weight * std::abs(std::log(value / *others));
        weights += weight;
      }
    return weights > 0 && sum <= largest * weights ? (sum + doubt(other)) / weights
                                                   : std::numeric_limits<double>::infinity();
  }

private:
  [[nodiscard]] double doubt(const VectorForm &other) const {
    constexpr double of_same_operation = 0.02;
    constexpr double of_other_operation = 0.1;
    constexpr double of_other_mask = 0.2;
    return (operation_of(other) == operation_of(form_) ? of_same_operation : of_other_operation) +
           (other.masked == form_.masked ? 0 : of_other_mask);
  }

  /// Double the LMUL and double the SEW are each one step.
  static double closeness(const VectorSetting &a, const VectorSetting &b) {
    constexpr double for_element = 0.25;
    const double groups = a.log_group - b.log_group;
    const double elements = a.log_element_bits - b.log_element_bits;
    return 1 / (1 + groups * groups + for_element * elements * elements);
  }

  const VectorForm &form_;
  const CyclesBySetting &own_;
};

/// The cycles of the form that is most alike and has the setting.
std::optional<double> with_other_form(const std::map<VectorForm, CyclesBySetting> &all, const VectorForm &form,
                                      const CyclesBySetting &own, const VectorSetting &setting) {
  const Unlikeness unlikeness(form, own);
  double least = std::numeric_limits<double>::infinity();
  std::optional<double> made;
  for (const auto &[other, cycles] : all) {
    const auto found = at(cycles, setting);
    const double far = found && other != form ? unlikeness.to(other, cycles, setting) : least;
    if (far < least) {
      least = far;
      made = found;
    }
  }
  return made;
}

constexpr double about_equal = 1.06;

/// The cycles with another SEW and the same LMUL, if all that are known are about equal.
std::optional<double> with_other_element(const CyclesBySetting &own, const VectorSetting &setting) {
  std::vector<double> all;
  for (const auto &[other, cycles] : own)
    if (other.log_group == setting.log_group)
      all.push_back(cycles);
  if (all.empty())
    return std::nullopt;
  const auto [least, most] = std::ranges::minmax(all);
  return most <= least * about_equal ? std::optional(least) : std::nullopt;
}

/// The cycles with half and with twice the SEW and the same LMUL, if they are about equal.
std::optional<double> between_elements(const CyclesBySetting &own, const VectorSetting &setting) {
  const auto with = [&](int log_element_bits) { return at(own, {setting.log_group, log_element_bits}); };
  const auto half = with(setting.log_element_bits - 1);
  const auto twice = with(setting.log_element_bits + 1);
  const bool equal = half && twice && std::max(*half, *twice) <= std::min(*half, *twice) * about_equal;
  return equal ? std::optional(std::min(*half, *twice)) : std::nullopt;
}

/// Between the cycles with half and with twice the LMUL, or continued from two smaller or larger ones. A part of a
/// register need not be faster than a whole one.
std::optional<double> with_other_group(const CyclesBySetting &own, const VectorSetting &setting) {
  const auto with = [&](int log_group) { return at(own, {log_group, setting.log_element_bits}); };
  const auto half = with(setting.log_group - 1);
  const auto twice = with(setting.log_group + 1);
  if (half && twice)
    return std::sqrt(*half * *twice);
  if (const auto quarter = with(setting.log_group - 2); half && quarter)
    return *half * *half / *quarter;
  if (const auto fourfold = with(setting.log_group + 2); twice && fourfold && setting.log_group >= 0)
    return *twice * *twice / *fourfold;
  return std::nullopt;
}

/// log2 of LMUL / SEW, which determines the number of elements.
int ratio_of(const VectorSetting &setting) { return setting.log_group - setting.log_element_bits; }

/// The settings that an operation allows, as far as its rows show: LMULs up to a largest one, and a range of SEW.
/// Memory accesses have elements of a width of their own, so what they limit is the number of elements.
class AllowedSettings {
public:
  /// `least_group`: of all operations.
  AllowedSettings(bool is_access, int least_group) : is_access_(is_access), least_group_(least_group) {}

  void include(const VectorSetting &setting) {
    most_group_ = std::max(most_group_, setting.log_group);
    least_element_ = std::min(least_element_, setting.log_element_bits);
    most_element_ = std::max(most_element_, setting.log_element_bits);
    most_ratio_ = std::max(most_ratio_, ratio_of(setting));
  }

  [[nodiscard]] std::vector<VectorSetting> all() const {
    std::vector<VectorSetting> made;
    for (int group = least_group_; group <= most_group; ++group)
      for (int element = least_element; element <= most_element; ++element)
        if (const VectorSetting setting{group, element}; allows(setting))
          made.push_back(setting);
    return made;
  }

private:
  static constexpr int most_group = 3;
  static constexpr int least_element = 3;
  static constexpr int most_element = 6;
  static constexpr int least_ratio = -6; // one element of 64 bits in a register of 64 bits

  [[nodiscard]] bool allows(const VectorSetting &setting) const {
    const int ratio = ratio_of(setting);
    if (is_access_)
      return ratio >= least_ratio && ratio <= most_ratio_;
    return ratio >= least_ratio && setting.log_group <= most_group_ && setting.log_element_bits >= least_element_ &&
           setting.log_element_bits <= most_element_;
  }

  bool is_access_;
  int least_group_;
  int most_group_ = std::numeric_limits<int>::min();
  int least_element_ = most_element;
  int most_element_ = least_element;
  int most_ratio_ = least_ratio;
};

bool is_access(const VectorForm &form, const Catalogue &catalogue) {
  const KnownForm *known = catalogue.find(form.opcode);
  return known != nullptr && (known->instruction.loads || known->instruction.stores);
}

/// By mnemonic, apart from the operands.
std::map<std::string, AllowedSettings> settings_by_operation(const VectorTable &table, const Catalogue &catalogue) {
  int least_group = 0;
  for (const auto &[form, cycles] : table.cycles)
    for (const auto &[setting, value] : cycles)
      least_group = std::min(least_group, setting.log_group);
  std::map<std::string, AllowedSettings> made;
  for (const auto &[form, cycles] : table.cycles) {
    const bool accesses = is_access(form, catalogue);
    AllowedSettings &allowed = made.try_emplace(operation_of(form), accesses, least_group).first->second;
    for (const auto &[setting, value] : cycles)
      allowed.include(setting);
  }
  return made;
}

/// A memory access takes as long with any setting that has as many elements.
void add_settings_with_as_many_elements(CyclesBySetting &cycles, const std::vector<VectorSetting> &allowed) {
  std::map<int, double> by_ratio;
  for (const auto &[setting, value] : cycles)
    by_ratio.emplace(ratio_of(setting), value);
  for (const VectorSetting &setting : allowed)
    if (const auto found = by_ratio.find(ratio_of(setting)); found != by_ratio.end())
      cycles.emplace(setting, found->second);
}

std::optional<double> estimate(const std::map<VectorForm, CyclesBySetting> &all, const VectorForm &form, bool is_access,
                               const VectorSetting &setting) {
  const CyclesBySetting &own = all.at(form);
  std::optional<double> cycles;
  if (!is_access)
    cycles = between_elements(own, setting);
  if (!cycles)
    cycles = with_other_form(all, form, own, setting);
  if (!cycles && !is_access)
    cycles = with_other_element(own, setting);
  return cycles ? cycles : with_other_group(own, setting);
}

} // namespace

Expected<VectorTable> vector_rows(const std::vector<PublishedTable> &tables, const Catalogue &catalogue) {
  OSACA_TRY(OpcodeFinder finder, OpcodeFinder::create(catalogue.isa()));
  VectorTable made;
  for (const PublishedTable &table : tables)
    for (const PublishedRow &row : table.rows) {
      const std::optional<VectorType> type = row.vector_types.single();
      if (!type || !row.throughput_cycles || *row.throughput_cycles <= 0)
        continue;
      const std::optional<Instruction> instruction = finder.find(row.assembly);
      if (!instruction || catalogue.find(instruction->opcode) == nullptr) {
        ++made.unreadable;
        continue;
      }
      ++made.rows;
      made.cycles[{instruction->opcode, instruction->is_masked}].emplace(
          VectorSetting{*type->log_group, *type->log_element_bits}, *row.throughput_cycles);
    }
  return made;
}

void add_missing_settings(VectorTable &table, const Catalogue &catalogue) {
  std::map<VectorForm, std::vector<VectorSetting>> allowed;
  {
    const std::map<std::string, AllowedSettings> by_operation = settings_by_operation(table, catalogue);
    for (const auto &[form, cycles] : table.cycles)
      allowed[form] = by_operation.at(operation_of(form)).all();
  }
  for (auto &[form, cycles] : table.cycles)
    if (is_access(form, catalogue))
      add_settings_with_as_many_elements(cycles, allowed.at(form));
  const std::map<VectorForm, CyclesBySetting> known = table.cycles;
  for (auto &[form, cycles] : table.cycles)
    for (const VectorSetting &setting : allowed.at(form))
      if (!cycles.contains(setting))
        if (const std::optional<double> made = estimate(known, form, is_access(form, catalogue), setting))
          cycles.emplace(setting, *made);
}

} // namespace osaca::measure::from_tables
