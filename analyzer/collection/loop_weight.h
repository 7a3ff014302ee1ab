// How much a loop matters beside the other loops of a project.
#pragma once

#include <string_view>

namespace osaca {

struct LoopWeight {
  enum class Source {
    guess,   ///< from the compiler's estimates and the kind of code: an order, no time
    profile, ///< iterations that a training run counted x predicted cycles
    samples  ///< where running programs were found
  };
  Source source = Source::guess;
  double share = 0; ///< samples: of all samples; profile: of the predicted time of all loops; a guess: of nothing, 0
  double score = 0; ///< the guess, to order loops of which nothing else is known; made for every loop

  /// Whether `share` is one of time.
  [[nodiscard]] bool is_known() const { return source != Source::guess; }
};

/// "guess", "profile", "samples": the names in JSON.
[[nodiscard]] std::string_view name_of(LoopWeight::Source source);

/// The one that matters more: a known share of time before none, samples before a profile before a guess; what is known
/// to take no time comes last.
[[nodiscard]] bool matters_before(const LoopWeight &a, const LoopWeight &b);

} // namespace osaca
