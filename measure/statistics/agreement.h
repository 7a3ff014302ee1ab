// How well predictions agree with measurements, in the figures that the literature uses.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace osaca::measure::statistics {

/// Kendall's tau-b, which takes ties into account: 1 for the same order, -1 for the reverse. Nothing if one side has no
/// two different values. The vectors are equally long and hold no NaN. O(n log n).
[[nodiscard]] std::optional<double> kendall_tau_b(const std::vector<double> &first, const std::vector<double> &second);

/// Of an even number of values the mean of the middle two; nothing without values.
[[nodiscard]] std::optional<double> median(std::vector<double> values);

/// (predicted - measured) / measured.
[[nodiscard]] double relative_error(double predicted, double measured);

/// Errors up to this much count as right.
inline constexpr double tolerated_error = 0.10;

struct Agreement {
  std::size_t rows = 0;
  std::size_t not_handled = 0; ///< rows without a prediction
  std::size_t within = 0;      ///< predictions off by at most `tolerated_error`
  std::size_t over = 0;        ///< predicted too many cycles by more than that
  std::size_t under = 0;
  double total_error = 0;                  ///< sum of the absolute relative errors
  std::optional<double> mean_error;        ///< MAPE: of the absolute relative errors, of the rows handled
  std::optional<double> mean_signed_error; ///< above zero: too many cycles on average
  std::optional<double> median_error;
  std::optional<double> kendall_tau;
  std::optional<double> kendall_tau_rounded; ///< of cycles rounded to 0.01, about what measurements can tell apart
};

/// One prediction, or nothing, per measurement.
[[nodiscard]] Agreement agreement(const std::vector<double> &measured,
                                  const std::vector<std::optional<double>> &predicted);

} // namespace osaca::measure::statistics
