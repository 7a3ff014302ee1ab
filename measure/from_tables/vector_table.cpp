#include "measure/from_tables/vector_table.h"

#include "base/format.h"
#include "measure/tables/example_forms.h"

#include <algorithm>
#include <array>
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

/// The settings that an operation allows, as far as its rows show: LMULs up to a largest one, and a range of SEW.
class AllowedSettings {
public:
  void include(const VectorSetting &setting) {
    most_group_ = std::max(most_group_, setting.log_group);
    least_element_ = std::min(least_element_, setting.log_element_bits);
    most_element_ = std::max(most_element_, setting.log_element_bits);
  }

  /// `least_group`: of all operations.
  [[nodiscard]] std::vector<VectorSetting> all(int least_group) const {
    constexpr int least_ratio = -6; // one element of 64 bits in a register of 64 bits
    std::vector<VectorSetting> made;
    for (int group = least_group; group <= most_group_; ++group)
      for (int element = least_element_; element <= most_element_; ++element)
        if (group - element >= least_ratio)
          made.push_back({group, element});
    return made;
  }

private:
  int most_group_ = std::numeric_limits<int>::min();
  int least_element_ = std::numeric_limits<int>::max();
  int most_element_ = std::numeric_limits<int>::min();
};

using FormCycles = std::map<VectorForm, CyclesBySetting>;

std::optional<double> estimate(const FormCycles &all, const VectorForm &form, const VectorSetting &setting) {
  const CyclesBySetting &own = all.at(form);
  std::optional<double> cycles = between_elements(own, setting);
  if (!cycles)
    cycles = with_other_form(all, form, own, setting);
  if (!cycles)
    cycles = with_other_element(own, setting);
  return cycles ? cycles : with_other_group(own, setting);
}

/// Adds what is allowed to any form with the same mnemonic, apart from the operands.
void add_estimates(FormCycles &forms) {
  int least_group = 0;
  std::map<std::string, AllowedSettings> allowed;
  for (const auto &[form, cycles] : forms)
    for (const auto &[setting, value] : cycles) {
      least_group = std::min(least_group, setting.log_group);
      allowed[operation_of(form)].include(setting);
    }
  const FormCycles known = forms;
  for (auto &[form, cycles] : forms)
    for (const VectorSetting &setting : allowed.at(operation_of(form)).all(least_group))
      if (!cycles.contains(setting))
        if (const std::optional<double> made = estimate(known, form, setting))
          cycles.emplace(setting, *made);
}

constexpr int log_of_byte = 3;
constexpr int log_of_longest_element = 6;
constexpr int log_of_largest_group = 3;

/// The setting with elements of one byte and as many registers of memory.
VectorSetting in_bytes(const VectorSetting &setting, int own_element) {
  return {setting.log_group - setting.log_element_bits + own_element, log_of_byte};
}

FormCycles without_accesses(const FormCycles &all, const Catalogue &catalogue) {
  FormCycles made;
  for (const auto &[form, cycles] : all)
    if (const KnownForm *known = catalogue.find(form.opcode); known == nullptr || own_log_element_bits(*known) == 0)
      made.emplace(form, cycles);
  return made;
}

/// Each with one cycle count per number of registers.
FormCycles accesses_in_bytes(const FormCycles &all, const Catalogue &catalogue) {
  FormCycles made;
  for (const auto &[form, cycles] : all)
    if (const KnownForm *known = catalogue.find(form.opcode))
      if (const int element = own_log_element_bits(*known); element != 0)
        for (const auto &[setting, value] : cycles)
          made[form].emplace(in_bytes(setting, element), value);
  return made;
}

bool is_indexed(const std::string &opcode) {
  return std::ranges::any_of(std::array{"VLUX", "VLOX", "VSUX", "VSOX"},
                             [&](const char *prefix) { return opcode.starts_with(prefix); });
}

/// The strided access of elements of this width, for an indexed one: VLSSEG2E32_V for VLUXSEG2EI16_V.
std::string strided_form(const std::string &indexed, int log_element_bits) {
  constexpr std::size_t prefix = 4;
  const std::string segments = indexed.substr(prefix, indexed.rfind("EI") - prefix);
  return format_text("{}S{}E{}_V", indexed.substr(0, 2), segments, 1 << log_element_bits);
}

/// What is known of strided accesses with elements of SEW.
CyclesBySetting cycles_of_strided(const VectorTable &table, const VectorForm &indexed) {
  CyclesBySetting made;
  for (int element = log_of_byte; element <= log_of_longest_element; ++element) {
    const auto strided = table.cycles.find({strided_form(indexed.opcode, element), indexed.masked});
    if (strided != table.cycles.end())
      for (const auto &[setting, cycles] : strided->second)
        if (setting.log_element_bits == element)
          made.emplace(setting, cycles);
  }
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

int own_log_element_bits(const KnownForm &form) {
  if (!form.instruction.loads && !form.instruction.stores)
    return 0;
  const std::string &name = form.opcode;
  if (name == "VLM_V" || name == "VSM_V")
    return log_of_byte;
  for (int log_bits = log_of_byte; log_bits <= log_of_longest_element; ++log_bits)
    if (name.starts_with("V") && name.find(format_text("E{}", 1 << log_bits)) != std::string::npos)
      return log_bits;
  return 0;
}

void add_missing_settings(VectorTable &table, const Catalogue &catalogue) {
  FormCycles operations = without_accesses(table.cycles, catalogue);
  add_estimates(operations);
  for (auto &[form, cycles] : operations)
    table.cycles.at(form) = std::move(cycles);
  FormCycles accesses = accesses_in_bytes(table.cycles, catalogue);
  add_estimates(accesses);
  for (const auto &[form, by_registers] : accesses) {
    const int own_element = own_log_element_bits(*catalogue.find(form.opcode));
    for (int group = -log_of_largest_group; group <= log_of_largest_group; ++group)
      for (int element = log_of_byte; element <= log_of_longest_element; ++element)
        if (const auto cycles = at(by_registers, in_bytes({group, element}, own_element));
            cycles && group - element >= -log_of_longest_element)
          table.cycles.at(form).emplace(VectorSetting{group, element}, *cycles);
  }
}

void add_indexed_accesses(VectorTable &table, const Catalogue &catalogue) {
  for (const KnownForm &known : catalogue.forms())
    if (is_indexed(known.opcode))
      for (const bool masked : {false, true})
        if (CyclesBySetting cycles = cycles_of_strided(table, {known.opcode, masked}); !cycles.empty())
          table.cycles.try_emplace({known.opcode, masked}, std::move(cycles));
}

} // namespace osaca::measure::from_tables
