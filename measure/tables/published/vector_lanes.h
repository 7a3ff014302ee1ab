// The operands of AArch64's vector and scalar floating-point instructions, as far as the instruction's name and the
// type of one operand tell them: which operands there are, and their types.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace osaca::measure {

/// The type of a register: lanes of an element in a vector of 8 or 16 bytes, or a scalar.
struct LaneType {
  char element = 's'; ///< b, h, s, d; q: a scalar or lanes of 16 bytes
  int bytes = 16;     ///< of the vector; 0: a scalar register
};

/// "4s", "8B", "1q", "d"; empty: it is no such type.
[[nodiscard]] std::optional<LaneType> lane_type(std::string_view text);

/// v3.4s or s3.
[[nodiscard]] std::string register_text(LaneType type, int number);

[[nodiscard]] char wider(char element);
[[nodiscard]] char narrower(char element);

/// How the types of the operands differ.
enum class Lanes {
  same,
  longer,      ///< the result's elements are twice as wide
  wide,        ///< result and first source have elements twice as wide as the second source's
  narrower,    ///< the result's elements are half as wide
  pairwise,    ///< as many bytes, but elements twice as wide
  across,      ///< a scalar from all elements
  across_long, ///< a scalar twice as wide
  dot,         ///< 32-bit sums of products of bytes
};

struct VectorShape {
  Lanes lanes = Lanes::same;
  int sources = 2;             ///< registers; of instructions with an immediate shift too
  bool upper_half = false;     ///< "saddl2": the narrow operand is a whole register, of which the upper half counts
  bool adds_to_result = false; ///< the result is a source as well
};

/// The shape that a mnemonic has with vector operands. Unknown mnemonics are taken for operations with two sources.
[[nodiscard]] VectorShape vector_shape(std::string_view mnemonic);

/// With a scalar result: it combines the two elements of one register ("faddp d0, v1.2d").
[[nodiscard]] bool adds_pair(std::string_view mnemonic);

struct OperandTypes {
  LaneType result;
  LaneType first;
  LaneType second; ///< and further sources
};

/// The types of all operands, from that of the first source.
[[nodiscard]] OperandTypes types_from_source(const VectorShape &shape, LaneType first);
/// The types of all operands, from that of the result.
[[nodiscard]] OperandTypes types_from_result(const VectorShape &shape, LaneType result);

} // namespace osaca::measure
