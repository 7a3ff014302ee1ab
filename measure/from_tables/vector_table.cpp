#include "measure/from_tables/vector_table.h"

#include "measure/tables/example_forms.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

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
    double sum = doubt(other);
    double weights = 0;
    for (const auto &[setting, value] : own_)
      if (const auto others = at(cycles, setting)) {
        const double weight = closeness(setting, at_setting);
        sum += weight * std::abs(std::log(value / *others));
        weights += weight;
      }
    return weights > 0 && sum / weights <= largest ? sum / weights : std::numeric_limits<double>::infinity();
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

/// The cycles with another SEW and the same LMUL, if all that are known are about equal.
std::optional<double> with_other_element(const CyclesBySetting &own, const VectorSetting &setting) {
  std::vector<double> all;
  for (const auto &[other, cycles] : own)
    if (other.log_group == setting.log_group)
      all.push_back(cycles);
  if (all.empty())
    return std::nullopt;
  const auto [least, most] = std::ranges::minmax(all);
  constexpr double about_equal = 1.06;
  return most <= least * about_equal ? std::optional(least) : std::nullopt;
}

/// Between the cycles with half and with twice the LMUL, or continued from two smaller or larger ones.
std::optional<double> with_other_group(const CyclesBySetting &own, const VectorSetting &setting) {
  const auto with = [&](int log_group) { return at(own, {log_group, setting.log_element_bits}); };
  const auto half = with(setting.log_group - 1);
  const auto twice = with(setting.log_group + 1);
  if (half && twice)
    return std::sqrt(*half * *twice);
  if (const auto quarter = with(setting.log_group - 2); half && quarter)
    return *half * *half / *quarter;
  if (const auto fourfold = with(setting.log_group + 2); twice && fourfold)
    return *twice * *twice / *fourfold;
  return std::nullopt;
}

/// The settings that some form with the same mnemonic, apart from its operands, has.
std::map<std::string, std::set<VectorSetting>> settings_by_operation(const VectorTable &table) {
  std::map<std::string, std::set<VectorSetting>> made;
  for (const auto &[form, cycles] : table.cycles)
    for (const auto &[setting, value] : cycles)
      made[operation_of(form)].insert(setting);
  return made;
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

void add_missing_settings(VectorTable &table) {
  const std::map<std::string, std::set<VectorSetting>> settings = settings_by_operation(table);
  const std::map<VectorForm, CyclesBySetting> known = table.cycles;
  for (const auto &[form, own] : known) {
    for (const VectorSetting &setting : settings.at(operation_of(form))) {
      if (own.contains(setting))
        continue;
      std::optional<double> cycles = with_other_form(known, form, own, setting);
      if (!cycles)
        cycles = with_other_element(own, setting);
      if (!cycles)
        cycles = with_other_group(own, setting);
      if (cycles)
        table.cycles[form].emplace(setting, *cycles);
    }
  }
}

} // namespace osaca::measure::from_tables
