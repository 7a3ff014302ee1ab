// RISC-V: what `vsetvli` sets, how many registers form a group and how wide their elements are.
#pragma once

#include <cstdint>
#include <optional>

namespace osaca {

/// LMUL and SEW of `vtype`, each empty where it is not known.
struct VectorType {
  std::optional<std::int8_t> log_group;        ///< log2 of LMUL, -3 to 3
  std::optional<std::int8_t> log_element_bits; ///< log2 of SEW, 3 to 6

  friend bool operator==(const VectorType &, const VectorType &) = default;
};

} // namespace osaca
