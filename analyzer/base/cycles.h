// Exact rational numbers of cycles.
//
// Bounds are quotients of small integers (uops over ports, latency over iteration distance). Exact arithmetic makes
// comparisons between bounds meaningful and reports identical on every machine.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace osaca {

/// A rational number of cycles: numerator/denominator in lowest terms, denominator > 0. A result that does not fit into
/// 64 bits is rounded to the nearest multiple of 1/1000000.
class Cycles {
public:
  constexpr Cycles() = default;
  constexpr Cycles(std::int64_t whole) : numerator_(whole) {} // NOLINT: integers are cycles
  Cycles(std::int64_t numerator, std::int64_t denominator);

  /// Parses "3", "0.25" or "1/3". Empty if the text is anything else.
  [[nodiscard]] static std::optional<Cycles> parse(std::string_view text);

  /// The fraction nearest to `value` with a denominator of at most 10000; 0 if `value` is not finite.
  [[nodiscard]] static Cycles nearest(double value);

  [[nodiscard]] constexpr std::int64_t numerator() const { return numerator_; }
  [[nodiscard]] constexpr std::int64_t denominator() const { return denominator_; }
  [[nodiscard]] double to_double() const;
  [[nodiscard]] constexpr bool is_zero() const { return numerator_ == 0; }

  /// Decimal text with at most `digits` places and no trailing zeros beyond the first: "5.0", "0.33".
  [[nodiscard]] std::string text(int digits = 2) const;

  friend Cycles operator+(Cycles a, Cycles b) {
    return are_small_wholes(a, b) ? Cycles(a.numerator_ + b.numerator_) : sum(a, b);
  }
  friend Cycles operator-(Cycles a, Cycles b) {
    return are_small_wholes(a, b) ? Cycles(a.numerator_ - b.numerator_) : difference(a, b);
  }
  friend Cycles operator*(Cycles a, Cycles b) {
    return are_small_wholes(a, b) ? Cycles(a.numerator_ * b.numerator_) : product(a, b);
  }
  friend Cycles operator/(Cycles a, Cycles b); ///< precondition: b is not zero
  Cycles &operator+=(Cycles other) { return *this = *this + other; }
  Cycles &operator-=(Cycles other) { return *this = *this - other; }

  friend bool operator==(const Cycles &, const Cycles &) = default;
  friend std::strong_ordering operator<=>(Cycles a, Cycles b) {
    if (a.denominator_ == b.denominator_)
      return a.numerator_ <=> b.numerator_;
    return order(a, b);
  }

private:
  /// Nearly all figures are small integers: they need no reduction of fractions and cannot overflow.
  static bool are_small_wholes(Cycles a, Cycles b) {
    constexpr std::int64_t limit = std::int64_t{1} << 31;
    return a.denominator_ == 1 && b.denominator_ == 1 && a.numerator_ < limit && a.numerator_ > -limit &&
           b.numerator_ < limit && b.numerator_ > -limit;
  }
  static Cycles sum(Cycles a, Cycles b);
  static Cycles difference(Cycles a, Cycles b);
  static Cycles product(Cycles a, Cycles b);
  static std::strong_ordering order(Cycles a, Cycles b);

  std::int64_t numerator_ = 0;
  std::int64_t denominator_ = 1;
};

} // namespace osaca
