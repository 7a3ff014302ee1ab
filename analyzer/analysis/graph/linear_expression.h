// Sums of symbols times numbers, and a number: what registers hold and addresses are, as far as that is known.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace osaca {

/// Symbols with their coefficients, in ascending order and none zero.
class LinearTerms {
public:
  struct Term {
    int symbol = 0;
    std::int64_t coefficient = 0;
    friend auto operator<=>(const Term &, const Term &) = default;
  };
  [[nodiscard]] static LinearTerms of(int symbol) {
    LinearTerms made;
    made.terms_[0] = {symbol, 1};
    made.count_ = 1;
    return made;
  }
  /// False: there is no room for it, or the coefficient becomes too large.
  [[nodiscard]] bool add(int symbol, std::int64_t coefficient);
  void remove(int symbol);

  [[nodiscard]] const Term *begin() const { return terms_.data(); }
  [[nodiscard]] const Term *end() const { return terms_.data() + count_; }
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::int64_t coefficient_of(int symbol) const;

  friend auto operator<=>(const LinearTerms &, const LinearTerms &) = default;

private:
  std::array<Term, 5> terms_{}; ///< an address has a base, an index, a segment and a name; more are given up
  std::size_t count_ = 0;
};

struct LinearExpression {
  LinearTerms terms;
  std::int64_t offset = 0;

  [[nodiscard]] static LinearExpression of(int symbol) { return {LinearTerms::of(symbol), 0}; }
  /// Adds the other one times `factor`. False: the sum does not fit, and what this holds means nothing any more.
  [[nodiscard]] bool add(const LinearExpression &other, std::int64_t factor);
  [[nodiscard]] bool add_number(std::int64_t number);
  /// Halves it `by` times. False: it is no such multiple, and is unchanged.
  [[nodiscard]] bool shift_right(int by);
  [[nodiscard]] bool is_number() const { return terms.empty(); }
  [[nodiscard]] bool is_zero() const { return terms.empty() && offset == 0; }
  friend bool operator==(const LinearExpression &, const LinearExpression &) = default;
};

} // namespace osaca
