#include "base/cycles.h"

#include "base/text.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace osaca {
namespace {

using Wide = __int128;

Wide gcd(Wide a, Wide b) {
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

Cycles reduced(Wide numerator, Wide denominator) {
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  constexpr Wide limit = std::numeric_limits<std::int64_t>::max();
  if (numerator <= limit && numerator >= -limit && denominator <= limit) // the common case: avoids a 128-bit division
    return {static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator)};
  const Wide divisor = gcd(numerator, denominator);
  if (divisor > 1) {
    numerator /= divisor;
    denominator /= divisor;
  }
  if (numerator > limit || numerator < -limit || denominator > limit) {
    constexpr std::int64_t grain = 1'000'000;
    const long double value = static_cast<long double>(numerator) / static_cast<long double>(denominator);
    const long double scaled = value * grain;
    constexpr long double edge = 9.0e18L;
    const long double clamped = scaled > edge ? edge : (scaled < -edge ? -edge : scaled);
    return {static_cast<std::int64_t>(std::llround(clamped)), grain};
  }
  Cycles result(static_cast<std::int64_t>(numerator));
  if (denominator != 1)
    result = Cycles(static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator));
  return result;
}

} // namespace

Cycles::Cycles(std::int64_t numerator, std::int64_t denominator) : numerator_(numerator), denominator_(denominator) {
  if (denominator_ < 0) {
    numerator_ = -numerator_;
    denominator_ = -denominator_;
  }
  const std::int64_t divisor = std::gcd(numerator_, denominator_);
  if (divisor > 1) {
    numerator_ /= divisor;
    denominator_ /= divisor;
  }
}

std::optional<Cycles> Cycles::parse(std::string_view text) {
  const auto integer = [](std::string_view digits) { return parse_number<std::int64_t>(digits); };
  if (const auto slash = text.find('/'); slash != std::string_view::npos) {
    const auto top = integer(text.substr(0, slash));
    const auto bottom = integer(text.substr(slash + 1));
    if (!top || !bottom || *bottom <= 0)
      return std::nullopt;
    return Cycles(*top, *bottom);
  }
  const auto dot = text.find('.');
  if (dot == std::string_view::npos) {
    const auto whole = integer(text);
    return whole ? std::optional(Cycles(*whole)) : std::nullopt;
  }
  const std::string_view places = text.substr(dot + 1);
  if (places.empty() || places.size() > 9 || places[0] == '-' || places[0] == '+')
    return std::nullopt;
  const bool negative = !text.empty() && text[0] == '-';
  const std::string_view whole_text = text.substr(negative ? 1 : 0, dot - (negative ? 1 : 0));
  const auto whole = whole_text.empty() ? std::optional<std::int64_t>(0) : integer(whole_text);
  const auto part = integer(places);
  if (!whole || !part || *whole < 0 || *whole > 1'000'000'000)
    return std::nullopt;
  std::int64_t scale = 1;
  for (std::size_t i = 0; i < places.size(); ++i)
    scale *= 10;
  const Cycles value(*whole * scale + *part, scale);
  return negative ? Cycles(0) - value : value;
}

Cycles Cycles::nearest(double value) {
  constexpr double largest = 1e12;
  if (!(std::fabs(value) < largest))
    return {};
  // Continued fraction: each convergent is the best approximation for the size of its denominator.
  constexpr std::int64_t most = 10'000;
  std::int64_t top = 1, bottom = 0, previous_top = 0, previous_bottom = 1;
  double rest = value;
  for (int step = 0; step < 64; ++step) {
    const double whole = std::floor(rest);
    const auto term = static_cast<std::int64_t>(whole);
    const std::int64_t next_bottom = term * bottom + previous_bottom;
    if (next_bottom > most)
      break;
    previous_top = std::exchange(top, term * top + previous_top);
    previous_bottom = std::exchange(bottom, next_bottom);
    const double fraction = rest - whole;
    if (fraction < 1e-9)
      break;
    rest = 1.0 / fraction;
    if (!(rest < largest))
      break;
  }
  return {top, bottom};
}

double Cycles::to_double() const { return static_cast<double>(numerator_) / static_cast<double>(denominator_); }

std::string Cycles::text(int digits) const {
  constexpr std::int64_t largest_exact = std::int64_t{1} << 53; // as a double
  if (denominator_ == 1 && digits > 0 && numerator_ <= largest_exact && numerator_ >= -largest_exact)
    return std::to_string(numerator_) + ".0";
  char buffer[512];
  const auto [end, status] =
      std::to_chars(buffer, buffer + sizeof buffer, to_double(), std::chars_format::fixed, digits);
  std::string out(buffer, status == std::errc() ? end : buffer);
  const auto dot = out.find('.');
  if (dot == std::string::npos)
    return out;
  while (out.size() > dot + 2 && out.back() == '0')
    out.pop_back();
  return out;
}

Cycles Cycles::sum(Cycles a, Cycles b) {
  return reduced(Wide(a.numerator_) * b.denominator_ + Wide(b.numerator_) * a.denominator_,
                 Wide(a.denominator_) * b.denominator_);
}
Cycles Cycles::difference(Cycles a, Cycles b) {
  return reduced(Wide(a.numerator_) * b.denominator_ - Wide(b.numerator_) * a.denominator_,
                 Wide(a.denominator_) * b.denominator_);
}
Cycles Cycles::product(Cycles a, Cycles b) {
  return reduced(Wide(a.numerator_) * b.numerator_, Wide(a.denominator_) * b.denominator_);
}
Cycles operator/(Cycles a, Cycles b) {
  return reduced(Wide(a.numerator_) * b.denominator_, Wide(a.denominator_) * b.numerator_);
}
std::strong_ordering Cycles::order(Cycles a, Cycles b) {
  return Wide(a.numerator_) * b.denominator_ <=> Wide(b.numerator_) * a.denominator_;
}

} // namespace osaca
