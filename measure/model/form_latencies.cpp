#include "measure/model/form_latencies.h"

#include "base/index.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

namespace osaca::measure::composer {
namespace {

struct Measured {
  int from = 0;
  int to = 0;
  Cycles cycles;
  bool is_direct = false; ///< by a chain without helpers
};

std::optional<int> operand_number(std::string_view text, const Instruction &instruction) {
  int number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool fits = error == std::errc() && end == text.data() + text.size() && number >= 0 &&
                    number < static_cast<int>(instruction.operands.size());
  return fits ? std::optional(number) : std::nullopt;
}

double cycles_of(const FigureRange &figure) {
  constexpr double hardly_any = 0.6; // of a bound: as quick as what waits for nothing
  const double middle = (figure.low_cycles + figure.high_cycles) / 2;
  return figure.is_bound && middle < hardly_any ? 0 : std::max(middle, 0.0);
}

/// Ways through other instructions wait now and then for a unit; latencies are whole numbers.
Cycles latency_between(const OperandPairName &pair, double cycles) {
  constexpr double scatter = 0.12;
  if (pair.first == pair.second)
    return tidy_cycles(cycles);
  return Cycles(static_cast<std::int64_t>(std::floor(cycles + scatter)));
}

bool is_plain_register(const Operand &operand) { return as_register(operand) != nullptr && !operand.address_update; }

bool is_vector_operand(const Operand &operand) {
  const Register *reg = as_register(operand);
  return reg != nullptr && reg->kind == RegisterKind::vector;
}

/// Helpers of vector registers take a cycle more behind some operations than behind others. What is so little longer
/// than a chain of copies alone is the same latency.
void follow_direct_chains(std::vector<Measured> &pairs, const Instruction &instruction) {
  const Cycles helpers_scatter(11, 10);
  for (Measured &one : pairs) {
    if (one.is_direct || !is_vector_operand(instruction.operands[at(one.from)]) ||
        !is_vector_operand(instruction.operands[at(one.to)]))
      continue;
    for (const Measured &direct : pairs)
      if (direct.is_direct && direct.to == one.to && direct.cycles < one.cycles &&
          is_vector_operand(instruction.operands[at(direct.from)]) && one.cycles <= direct.cycles + helpers_scatter)
        one.cycles = direct.cycles;
  }
}

std::vector<Measured> register_pairs(const FormFacts &form) {
  std::vector<Measured> made;
  for (const auto &[pair, figure] : form.figures.latencies) {
    const auto from = operand_number(pair.first, form.instruction);
    const auto to = operand_number(pair.second, form.instruction);
    if (!from || !to || !is_plain_register(form.instruction.operands[at(*from)]) ||
        !is_plain_register(form.instruction.operands[at(*to)]))
      continue;
    if (figure.is_bound && cycles_of(figure) > 0)
      continue; // at most this, nobody knows how much less
    made.push_back({*from, *to, latency_between(pair, cycles_of(figure)), form.direct_pairs.contains(pair)});
  }
  follow_direct_chains(made, form.instruction);
  return made;
}

bool is_flag(const Operand &operand) {
  const Register *reg = as_register(operand);
  return reg != nullptr && reg->kind == RegisterKind::flag;
}

/// The latency that most pairs have; those between other things than flags decide, if there are any.
std::optional<Cycles> most_usual(const std::vector<Measured> &pairs, const Instruction &instruction) {
  std::map<Cycles, int> votes;
  for (const Measured &one : pairs)
    votes[one.cycles] +=
        is_flag(instruction.operands[at(one.to)]) || is_flag(instruction.operands[at(one.from)]) ? 1 : 8;
  std::optional<Cycles> best;
  int most = 0;
  for (const auto &[cycles, count] : votes)
    if (count >= most) {
      most = count;
      best = cycles;
    }
  return best;
}

/// What follows from the way through an address where no register leads to the result.
std::optional<Cycles> behind_the_load(const FormFacts &form, double load_latency_cycles) {
  const auto whole = address_to_result_cycles(form);
  if (!whole)
    return std::nullopt;
  constexpr double scatter = 0.3;
  const double rest = *whole - load_latency_cycles;
  return rest <= scatter ? Cycles(0) : tidy_cycles(rest);
}

bool has_register_source(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    return as_register(operand) != nullptr && operand.read && !operand.address_update && !operand.implicit;
  });
}

/// Of the operation.
Cycles compiler_latency(const FormFacts &form, double load_latency_cycles) {
  const Cycles whole = form.compiler.latency_cycles;
  if (!form.instruction.loads)
    return whole;
  if (has_register_source(form.instruction))
    return std::min(form.compiler.register_latency_cycles, whole);
  return tidy_cycles(std::max(0.0, whole.to_double() - load_latency_cycles));
}

} // namespace

Cycles tidy_cycles(double cycles) {
  constexpr double scatter = 0.06;
  const double whole = std::round(cycles);
  return std::abs(cycles - whole) <= scatter ? Cycles(static_cast<std::int64_t>(whole))
                                             : Cycles(std::llround(std::max(cycles, 0.0) * 100), 100);
}

FormLatencies latencies_between_registers(const FormFacts &form, double load_latency_cycles) {
  const std::vector<Measured> pairs = register_pairs(form);
  FormLatencies made;
  made.is_measured = true;
  if (const auto usual = most_usual(pairs, form.instruction)) {
    made.usual = *usual;
  } else if (const auto rest = behind_the_load(form, load_latency_cycles)) {
    made.usual = *rest;
  } else {
    made.usual = compiler_latency(form, load_latency_cycles);
    made.is_measured = false;
  }
  for (const Measured &one : pairs)
    if (one.cycles != made.usual)
      made.exceptions.push_back({one.from, one.to, one.cycles});
  return made;
}

std::optional<double> address_to_result_cycles(const FormFacts &form) {
  std::optional<double> least;
  for (const auto &[pair, figure] : form.figures.latencies) {
    const auto to = operand_number(pair.second, form.instruction);
    const bool is_address = pair.first.ends_with(".base") || pair.first.ends_with(".index");
    if (!is_address || !to || !as_register(form.instruction.operands[at(*to)]) || figure.is_bound)
      continue;
    const double cycles = cycles_of(figure);
    least = least ? std::min(*least, cycles) : cycles;
  }
  return least;
}

std::optional<double> memory_to_register_cycles(const FormFacts &form) {
  std::optional<double> least;
  for (const auto &[pair, figure] : form.figures.latencies) {
    const auto from = operand_number(pair.first, form.instruction);
    const auto to = operand_number(pair.second, form.instruction);
    if (!from || !to || !as_memory(form.instruction.operands[at(*from)]) ||
        !as_register(form.instruction.operands[at(*to)]))
      continue;
    const double cycles = cycles_of(figure);
    least = least ? std::min(*least, cycles) : cycles;
  }
  return least;
}

std::optional<double> memory_to_memory_cycles(const FormFacts &form) {
  for (const auto &[pair, figure] : form.figures.latencies)
    if (const auto from = operand_number(pair.first, form.instruction); from && pair.first == pair.second)
      if (as_memory(form.instruction.operands[at(*from)]) != nullptr)
        return figure.is_bound ? 0 : cycles_of(figure);
  return std::nullopt;
}

} // namespace osaca::measure::composer
