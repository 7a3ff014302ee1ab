#include "measure/core_probes/delay_matrix.h"

namespace osaca::measure::core_probes {
namespace {

constexpr int late_register = 4;  // written by the first operation
constexpr int other_register = 5; // by nobody
constexpr double at_once_cycles = 0.1;

std::string chain_of(const VectorKind &kind) { return code_of(kind, 0, 2, 0); }

} // namespace

std::string readers_beside_chain(const VectorKind &from, const VectorKind &to, bool is_read) {
  std::string text = fresh_code(from, late_register);
  for (int i = 0; i < readers_in_chain; ++i)
    text += "\n" + code_of(to, is_read ? late_register : other_register, 0, 0);
  return text;
}

std::optional<double> DelayMatrix::own_chain(Evidence &evidence, const VectorKind &kind) {
  if (const auto known = own_.find(kind.name); known != own_.end())
    return known->second;
  const auto cycles = evidence.fastest(straight(chain_of(kind))); // all else is held against it
  own_.emplace(kind.name, cycles);
  return cycles;
}

std::optional<double> DelayMatrix::read_late(Evidence &evidence, const VectorKind &from, const VectorKind &to) {
  const auto alone = own_chain(evidence, to);
  if (!alone || !own_chain(evidence, from)) // the processor does not have one of them
    return std::nullopt;
  const auto reading = evidence.time(straight(readers_beside_chain(from, to, true)));
  if (!reading)
    return std::nullopt;
  if (*reading < readers_in_chain * (*alone + at_once_cycles))
    return 0;
  const auto without = evidence.time(straight(readers_beside_chain(from, to, false)));
  return without ? std::optional((*reading - *without) / readers_in_chain) : std::nullopt;
}

bool DelayMatrix::is_at_once(Evidence &evidence, const VectorKind &from, const VectorKind &to) {
  const auto cycles = delay(evidence, from, to);
  return cycles && *cycles < at_once_cycles;
}

/// A chain of two comes back to the first. Where that is late too, a third kind that hands over at once lies between.
const VectorKind *DelayMatrix::way_back(Evidence &evidence, const VectorKind &from, const VectorKind &to) {
  if (!from.reads_one_value() && is_at_once(evidence, to, from))
    return &from;
  for (const VectorKind &between : vector_kinds())
    if (!between.reads_one_value() && &between != &from && &between != &to && is_at_once(evidence, to, between) &&
        is_at_once(evidence, between, from))
      return &between;
  return nullptr;
}

std::optional<double> DelayMatrix::on_the_way(Evidence &evidence, const VectorKind &from, const VectorKind &to) {
  const VectorKind *back = way_back(evidence, from, to);
  if (back == nullptr)
    return std::nullopt;
  std::string text = chain_of(from) + "\n" + chain_of(to);
  std::optional<double> alone = 0;
  if (back != &from) {
    text += "\n" + chain_of(*back);
    alone = own_chain(evidence, *back);
  }
  const auto first = own_chain(evidence, from);
  const auto second = own_chain(evidence, to);
  const auto all = evidence.time(straight(text));
  return first && second && alone && all ? std::optional(*all - *first - *second - *alone) : std::nullopt;
}

std::optional<double> DelayMatrix::delay(Evidence &evidence, const VectorKind &from, const VectorKind &to) {
  const Pair pair(from.name, to.name);
  if (const auto known = delays_.find(pair); known != delays_.end())
    return known->second;
  delays_[pair] = std::nullopt; // ways back that lead here again are none
  const auto cycles = to.reads_one_value() ? on_the_way(evidence, from, to) : read_late(evidence, from, to);
  delays_[pair] = cycles;
  return cycles;
}

} // namespace osaca::measure::core_probes
