#include "measure/from_tables/relatives.h"

#include "base/index.h"
#include "kernel/instruction.h"
#include "measure/tables/model_figures.h"
#include "model/opcode_variants.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace osaca::measure::from_tables {

namespace {

constexpr int weight_of_own_model = 4;

/// The number of scheduling models that distinguish two forms. The first trait is that of the core's own model.
int distance(const KnownForm &a, const KnownForm &b) {
  int made = 0;
  for (std::size_t i = 0; i < a.traits.size() && i < b.traits.size(); ++i)
    if (a.traits[i] != b.traits[i])
      made += i == 0 ? weight_of_own_model : 1;
  return made;
}

int own_trait(const KnownForm &form) { return form.traits.empty() ? 0 : form.traits.front(); }

std::map<std::string, KnownFigure>
known_figures(const Catalogue &catalogue, const TableForms &tables,
              const std::function<std::optional<double>(const TableFigures &)> &figure) {
  std::map<std::string, KnownFigure> made;
  for (const auto &[opcode, figures] : tables.figures)
    if (const KnownForm *form = catalogue.find(opcode))
      if (const auto value = figure(figures))
        made.emplace(opcode, KnownFigure{*value, own_trait(*form)});
  return made;
}

std::optional<double> compilers_latency(const KnownForm &form, const OperandNumbers &pair) {
  if (!form.compiler.known || form.instruction.loads || form.instruction.stores)
    return std::nullopt;
  return compiler_latency(form, pair).to_double();
}

std::optional<double> compilers_throughput(const KnownForm &form, const PortFitter &fitter) {
  if (!form.compiler.known || form.instruction.loads || form.instruction.stores)
    return std::nullopt;
  const double cycles = port_throughput(fitter.compiler_demands(form));
  return cycles > 0 ? std::optional(cycles) : std::nullopt;
}

bool divides_vectors(const Instruction &instruction) {
  return divides(instruction) && compose::is_vector_form(instruction);
}

/// Without the `v` of AVX, whose instructions do the same.
std::string_view operation_name(const KnownForm &form) {
  const std::string_view mnemonic = form.instruction.mnemonic;
  return mnemonic.starts_with('v') ? mnemonic.substr(1) : mnemonic;
}

/// What the name of an opcode shows of the extension that it belongs to.
std::string extension_of(const std::string &opcode, Isa isa) {
  const std::size_t tail = opcode.find('_');
  const std::string suffix = tail == std::string::npos ? "" : opcode.substr(tail);
  return (isa == Isa::x86_64 ? parse_x86_opcode(opcode).encoding : std::string()) + suffix;
}

/// The number of elements that a gather or scatter accesses; 0: it is neither.
int gathered_elements(const Instruction &instruction) {
  int widest = 0;
  for (const Operand &operand : instruction.operands)
    if (const Register *reg = as_register(operand); reg != nullptr && reg->kind == RegisterKind::vector)
      widest = std::max(widest, reg->width_bits);
  for (const Operand &operand : instruction.operands)
    if (const MemoryOperand *memory = as_memory(operand);
        memory != nullptr && memory->is_gather_scatter && memory->width_bytes > 0)
      return std::min(widest, memory->index ? memory->index->width_bits * 2 : widest) / (8 * memory->width_bytes);
  return 0;
}

std::optional<double> cycles_per_element(const Catalogue &catalogue, const TableForms &tables) {
  std::vector<double> all;
  for (const auto &[opcode, figures] : tables.figures)
    if (const KnownForm *form = catalogue.find(opcode); form != nullptr && figures.throughput_cycles)
      if (const int elements = gathered_elements(form->instruction); elements > 0)
        all.push_back(*figures.throughput_cycles / elements);
  if (all.empty())
    return std::nullopt;
  std::ranges::sort(all);
  return all[all.size() / 2];
}

} // namespace

Relatives::Relatives(const Catalogue &catalogue, const TableForms &tables, const PortFitter &fitter)
    : fitter_(fitter), isa_(catalogue.isa()) {
  for (const KnownForm &form : catalogue.forms())
    if (const auto found = tables.figures.find(form.opcode); found != tables.figures.end()) {
      by_operands_[form.operands].push_back({&form, &found->second});
      if (divides_vectors(form.instruction))
        divisions_.push_back({&form, &found->second});
    }
  for (const auto &[opcode, figures] : tables.figures)
    extensions_.insert(extension_of(opcode, isa_));
  std::set<OperandNumbers> pairs;
  for (const auto &[opcode, figures] : tables.figures)
    for (const auto &[pair, cycles] : figures.latencies)
      pairs.insert(pair);
  for (const OperandNumbers &pair : pairs) {
    const auto latency = [pair](const TableFigures &figures) {
      const auto found = figures.latencies.find(pair);
      return found == figures.latencies.end() ? std::nullopt : std::optional(found->second);
    };
    latencies_.emplace(pair, kind_of(catalogue, tables, latency,
                                     [pair](const KnownForm &form) { return compilers_latency(form, pair); }));
  }
  from_address_ = kind_of(
      catalogue, tables, [](const TableFigures &figures) { return figures.address_to_result_cycles; },
      [](const KnownForm &) { return std::nullopt; });
  throughput_ = kind_of(
      catalogue, tables, [](const TableFigures &figures) { return figures.throughput_cycles; },
      [&fitter](const KnownForm &form) { return compilers_throughput(form, fitter); });
  gather_cycles_per_element_ = cycles_per_element(catalogue, tables);
}

Relatives::Kind Relatives::kind_of(const Catalogue &catalogue, const TableForms &tables, const Figure &figure,
                                   const CompilerFigure &compilers) const {
  return {figure, compilers, Analogies(known_figures(catalogue, tables, figure)), reliability_by_distance(figure),
          reliability_of_compiler(figure, compilers)};
}

bool Relatives::has_kin(const std::string &opcode) const { return extensions_.contains(extension_of(opcode, isa_)); }

/// The forms with a figure at the least distance, without the form itself.
Relatives::Nearest Relatives::nearest(const KnownForm &form, const Figure &figure) const {
  Nearest made{std::numeric_limits<int>::max(), {}};
  const auto found = by_operands_.find(form.operands);
  if (found == by_operands_.end())
    return made;
  for (const Relative &one : found->second) {
    if (one.form->opcode == form.opcode || !figure(*one.figures))
      continue;
    const int far = distance(form, *one.form);
    if (far < made.distance)
      made = {far, {}};
    if (far == made.distance)
      made.relatives.push_back(one);
  }
  return made;
}

namespace {

Majority majority_of_relatives(const auto &relatives, const auto &figure) {
  std::vector<double> values;
  for (const auto &one : relatives)
    values.push_back(*figure(*one.figures));
  return majority_of(values);
}

} // namespace

std::map<int, double> Relatives::reliability_by_distance(const Figure &figure) const {
  std::map<int, std::pair<std::size_t, std::size_t>> right_of_all;
  for (const auto &[operands, relatives] : by_operands_)
    for (const Relative &one : relatives) {
      const auto value = figure(*one.figures);
      const Nearest near = value ? nearest(*one.form, figure) : Nearest();
      if (near.relatives.empty())
        continue;
      auto &[right, all] = right_of_all[near.distance];
      right += same_figure(majority_of_relatives(near.relatives, figure).value, *value) ? 1 : 0;
      all += 1;
    }
  std::map<int, double> made;
  for (const auto &[far, counts] : right_of_all)
    made[far] = reliability_of(counts.first, counts.second);
  return made;
}

namespace {

/// The figure for which the votes weigh most; empty if none is likely.
std::optional<double> elected(const std::vector<Vote> &votes) {
  const auto weight = [](const Vote &vote) {
    constexpr double surest = 0.98;
    const double likely = std::min(vote.reliability, surest);
    return std::max(0.0, std::log(likely / (1 - likely)));
  };
  std::optional<double> best;
  double most = 0;
  for (const Vote &one : votes) {
    double sum = 0;
    for (const Vote &other : votes)
      sum += same_figure(one.value, other.value) ? weight(other) : 0;
    if (sum > most) {
      most = sum;
      best = one.value;
    }
  }
  return best;
}

} // namespace

std::map<int, double> Relatives::reliability_of_compiler(const Figure &figure, const CompilerFigure &compilers) const {
  std::map<int, std::pair<std::size_t, std::size_t>> right_of_all;
  for (const auto &[operands, relatives] : by_operands_)
    for (const Relative &one : relatives) {
      const auto value = figure(*one.figures);
      const auto theirs = compilers(*one.form);
      if (!value || !theirs)
        continue;
      auto &[right, all] = right_of_all[own_trait(*one.form)];
      right += same_figure(*theirs, *value) ? 1 : 0;
      all += 1;
    }
  std::map<int, double> made;
  for (const auto &[trait, counts] : right_of_all)
    made[trait] = reliability_of(counts.first, counts.second);
  return made;
}

std::optional<double> Relatives::division_figure(const KnownForm &form, const Kind &kind) const {
  const auto theirs = kind.compiler_figure(form);
  constexpr double slow = 2; // cycles; a shorter time is a placeholder
  if (!theirs || compilers_throughput(form, fitter_).value_or(0) < slow)
    return std::nullopt;
  const auto factors_of = [&](auto is_like) {
    std::vector<double> all;
    for (const Relative &one : divisions_) {
      const auto value = kind.figure(*one.figures);
      const auto compilers = kind.compiler_figure(*one.form);
      if (value && compilers && *compilers > 0 && is_like(*one.form))
        all.push_back(*value / *compilers);
    }
    return all;
  };
  std::vector<double> factors =
      factors_of([&](const KnownForm &one) { return one.instruction.mnemonic == form.instruction.mnemonic; });
  if (factors.empty())
    factors = factors_of([&](const KnownForm &one) { return operation_name(one) == operation_name(form); });
  if (factors.empty())
    return theirs;
  std::ranges::sort(factors);
  const double factor = factors[(factors.size() - 1) / 2];
  constexpr double scatter = 0.1;
  return std::abs(factor - 1) <= scatter ? *theirs : *theirs * factor;
}

std::optional<double> Relatives::derive(const KnownForm &form, const Kind &kind) const {
  std::vector<Vote> votes = kind.analogies.votes(form.opcode, own_trait(form));
  if (isa_ == Isa::aarch64)
    if (const auto sibling = kind.analogies.vote_of_other_width(form.opcode, own_trait(form)))
      votes.push_back(*sibling);
  const Nearest near = nearest(form, kind.figure);
  const auto reliability = kind.reliability.find(near.distance);
  if (!near.relatives.empty() && reliability != kind.reliability.end()) {
    const Majority majority = majority_of_relatives(near.relatives, kind.figure);
    votes.push_back({majority.value, std::min(reliability->second, static_cast<double>(majority.count) /
                                                                       static_cast<double>(near.relatives.size()))});
  }
  if (votes.empty())
    return std::nullopt; // LLVM's figure is used without an entry
  if (divides_vectors(form.instruction))
    if (const auto cycles = division_figure(form, kind))
      return cycles;
  if (const auto theirs = kind.compiler_figure(form)) {
    constexpr double of_new_trait = 0.6;
    const auto known = kind.compiler_reliability.find(own_trait(form));
    votes.push_back({*theirs, known == kind.compiler_reliability.end() ? of_new_trait : known->second});
  }
  return elected(votes);
}

namespace {

/// Whether the instruction reads the first operand and writes the second one, and both are registers. Tables have no
/// latencies from flags.
bool links_registers(const Instruction &instruction, const OperandNumbers &pair) {
  const auto count = static_cast<int>(instruction.operands.size());
  if (pair.first >= count || pair.second >= count)
    return false;
  const Operand &from = instruction.operands[at(pair.first)];
  const Operand &to = instruction.operands[at(pair.second)];
  const Register *source = as_register(from);
  return source != nullptr && source->kind != RegisterKind::flag && as_register(to) != nullptr && from.read &&
         to.written && !from.address_update && !to.address_update;
}

} // namespace

std::optional<TableFigures> Relatives::figures_for(const KnownForm &form) const {
  TableFigures made;
  for (const auto &[pair, kind] : latencies_)
    if (links_registers(form.instruction, pair))
      if (const auto cycles = derive(form, kind))
        made.latencies[pair] = *cycles;
  made.address_to_result_cycles = form.instruction.loads ? derive(form, *from_address_) : std::nullopt;
  made.throughput_cycles = derive(form, *throughput_);
  if (const int elements = gathered_elements(form.instruction); elements > 0 && gather_cycles_per_element_)
    made.throughput_cycles = elements * *gather_cycles_per_element_;
  if (made.latencies.empty() && !made.address_to_result_cycles && !made.throughput_cycles)
    return std::nullopt;
  return made;
}

} // namespace osaca::measure::from_tables
