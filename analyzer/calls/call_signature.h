// The signature of a library function, as far as its calling convention depends on it.
#pragma once

#include "base/expected.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

enum class CallValue : std::uint8_t { nothing, float64, float32, integer, vector128, vector256, vector512 };

struct CallSignature {
  CallValue result = CallValue::nothing;
  std::vector<CallValue> arguments; ///< at most six
  friend bool operator==(const CallSignature &, const CallSignature &) = default;
};

/// "double(double,double)": the types are void, double, float, integer, vector128, vector256 and vector512. Pointers
/// and the integer types of C count as integer. Error: another type, or too many arguments.
[[nodiscard]] Expected<CallSignature> parse_signature(std::string_view text);
[[nodiscard]] std::string text_of(const CallSignature &signature);

/// Whether it is passed in a vector register.
[[nodiscard]] bool is_in_vector_register(CallValue value);
/// 8 for a double, 16 for vector128; 0 for nothing.
[[nodiscard]] int bytes_of(CallValue value);

} // namespace osaca
