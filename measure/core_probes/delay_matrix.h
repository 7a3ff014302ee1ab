// How much later than others each kind of operation on vectors gets the values of each kind.
#pragma once

#include "measure/core_probes/evidence.h"
#include "measure/core_probes/vector_kinds.h"

#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace osaca::measure::core_probes {

class DelayMatrix {
public:
  /// In cycles, as measured. Where the second reads two values, that of the first was there long before, and what
  /// counts is how much longer the other one takes; where it reads one only, the time from value to value does. Empty:
  /// it could not be measured.
  [[nodiscard]] std::optional<double> delay(Evidence &evidence, const VectorKind &from, const VectorKind &to);

  /// What a chain of the two takes beyond both in chains of their own, on the way from the first to the second.
  [[nodiscard]] std::optional<double> on_the_way(Evidence &evidence, const VectorKind &from, const VectorKind &to);

private:
  using Pair = std::pair<std::string_view, std::string_view>;
  [[nodiscard]] std::optional<double> own_chain(Evidence &evidence, const VectorKind &kind);
  [[nodiscard]] std::optional<double> read_late(Evidence &evidence, const VectorKind &from, const VectorKind &to);
  [[nodiscard]] const VectorKind *way_back(Evidence &evidence, const VectorKind &from, const VectorKind &to);
  [[nodiscard]] bool is_at_once(Evidence &evidence, const VectorKind &from, const VectorKind &to);

  std::map<std::string_view, std::optional<double>> own_;
  std::map<Pair, std::optional<double>> delays_;
};

/// Operations that read a value of the first and have a chain of their own besides; `is_read` false: the value of
/// nobody instead.
[[nodiscard]] std::string readers_beside_chain(const VectorKind &from, const VectorKind &to, bool is_read);
constexpr int readers_in_chain = 6; // so that what units are busy with the first does not show

} // namespace osaca::measure::core_probes
