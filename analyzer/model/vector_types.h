// RISC-V: sets of settings of `vtype`, for figures that depend on LMUL and SEW.
#pragma once

#include "kernel/instruction.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// A set of pairs of LMUL (1/8 to 8) and SEW (8 to 64 bits).
///
/// Words for its elements: "e32m2" is SEW 32 with LMUL 2, "e8mf4" is SEW 8 with LMUL 1/4. "m2" stands for LMUL 2 with
/// all possible SEW: with a fraction, SEW is at most 64 bits times LMUL.
class VectorTypes {
public:
  static constexpr int least_log_group = -3;
  static constexpr int most_log_group = 3;
  static constexpr int least_log_element_bits = 3;
  static constexpr int most_log_element_bits = 6;

  VectorTypes() = default;
  /// As stored by bits().
  explicit VectorTypes(std::uint32_t bits) : bits_(bits & all) {}
  /// The set of the elements that a word stands for; empty: the word is not valid.
  [[nodiscard]] static std::optional<VectorTypes> named(std::string_view word);

  /// Logarithms outside the limits above are ignored.
  void add(int log_group, int log_element_bits);
  void add(const VectorTypes &others) { bits_ |= others.bits_; }
  [[nodiscard]] bool contains(int log_group, int log_element_bits) const;
  /// Whether the set contains this type. If SEW is unknown, the set must contain all possible SEW. False if LMUL is
  /// unknown.
  [[nodiscard]] bool contains(const VectorType &type) const;
  /// The only element; empty: there is none, or there are several.
  [[nodiscard]] std::optional<VectorType> single() const;
  [[nodiscard]] bool empty() const { return bits_ == 0; }

  /// Words for the set, in the order of LMUL.
  [[nodiscard]] std::vector<std::string> words() const;
  [[nodiscard]] std::uint32_t bits() const { return bits_; }

  friend bool operator==(const VectorTypes &, const VectorTypes &) = default;

private:
  static constexpr std::uint32_t all = (1U << 28) - 1;
  std::uint32_t bits_ = 0; ///< four bits per LMUL, one for each SEW
};

} // namespace osaca
