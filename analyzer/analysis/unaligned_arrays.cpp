#include "analysis/unaligned_arrays.h"

#include <algorithm>

namespace osaca {
namespace {

constexpr int bytes_past_line = 16;

/// Narrower accesses to such an array do not cross a line.
bool is_wide(const MemoryAccess &access) { return is_in_array(access) && access.width_bytes > bytes_past_line; }

} // namespace

std::optional<UnalignedArrays> predict_unaligned_arrays(const PredictedLoop &predicted, const KernelReport &report) {
  const Prediction &aligned = predicted.prediction;
  if (!is_whole_time_in_core(predicted, report) || aligned.chains_of_runs ||
      std::ranges::none_of(predicted.prepared.addresses.accesses, is_wide))
    return std::nullopt;
  PredictionOptions options = predicted.options;
  options.preparation.array_offset_bytes = bytes_past_line;
  options.simulate = false;
  const Prediction moved = predict(prepare(bind(predicted.kernel, predicted.costs), options.preparation), options);
  const Cycles cycles = std::max(aligned.cycles, moved.cycles);
  return is_clearly_less(aligned.cycles, cycles) ? std::optional(UnalignedArrays{bytes_past_line, cycles})
                                                 : std::nullopt;
}

} // namespace osaca
