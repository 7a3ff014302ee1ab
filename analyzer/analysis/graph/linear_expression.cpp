#include "analysis/graph/linear_expression.h"

#include <algorithm>

namespace osaca {
namespace {

constexpr std::int64_t largest_factor = std::int64_t{1} << 44;

bool is_small(std::int64_t number) { return number <= largest_factor && number >= -largest_factor; }

/// Of two small numbers.
bool is_small_product(std::int64_t a, std::int64_t b) {
  const std::int64_t most = largest_factor / std::max<std::int64_t>(a < 0 ? -a : a, 1);
  return b <= most && b >= -most;
}

} // namespace

bool LinearTerms::add(int symbol, std::int64_t coefficient) {
  if (coefficient == 0)
    return true;
  auto *const last = terms_.data() + count_;
  auto *const place = std::find_if(terms_.data(), last, [&](const Term &term) { return term.symbol >= symbol; });
  if (place == last || place->symbol != symbol) {
    if (count_ == terms_.size() || !is_small(coefficient))
      return false;
    std::move_backward(place, last, last + 1);
    *place = {symbol, coefficient};
    ++count_;
    return true;
  }
  place->coefficient += coefficient;
  if (place->coefficient == 0)
    remove(symbol);
  else if (!is_small(place->coefficient))
    return false;
  return true;
}

void LinearTerms::remove(int symbol) {
  auto *const last = terms_.data() + count_;
  auto *const place = std::find_if(terms_.data(), last, [&](const Term &term) { return term.symbol == symbol; });
  if (place == last)
    return;
  std::move(place + 1, last, place);
  terms_[--count_] = {};
}

std::int64_t LinearTerms::coefficient_of(int symbol) const {
  const auto *const found = std::find_if(begin(), end(), [&](const Term &term) { return term.symbol == symbol; });
  return found == end() ? 0 : found->coefficient;
}

bool LinearExpression::add(const LinearExpression &other, std::int64_t factor) {
  if (!is_small(factor) || !is_small_product(other.offset, factor))
    return false;
  for (const LinearTerms::Term &term : other.terms)
    if (!is_small_product(term.coefficient, factor) || !terms.add(term.symbol, term.coefficient * factor))
      return false;
  return add_number(other.offset * factor);
}

bool LinearExpression::add_number(std::int64_t number) {
  if (!is_small(number))
    return false;
  offset += number;
  return is_small(offset);
}

bool LinearExpression::shift_right(int by) {
  if (by == 0)
    return true;
  if (by > 44)
    return is_zero();
  const std::int64_t divisor = std::int64_t{1} << by;
  const auto is_multiple = [&](std::int64_t number) { return number % divisor == 0; };
  if (!is_multiple(offset) ||
      !std::ranges::all_of(terms, [&](const LinearTerms::Term &term) { return is_multiple(term.coefficient); }))
    return false;
  LinearExpression shifted;
  for (const LinearTerms::Term &term : terms)
    static_cast<void>(shifted.terms.add(term.symbol, term.coefficient / divisor)); // no more of them than before
  shifted.offset = offset / divisor;
  *this = shifted;
  return true;
}

} // namespace osaca
