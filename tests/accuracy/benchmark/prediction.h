// What a tool says about the samples of a set.
#pragma once

#include "base/expected.h"
#include "truth.h"

#include <optional>
#include <string>
#include <vector>

namespace osaca::accuracy {

struct Prediction {
  std::optional<double> cycles; ///< nothing: not handled
  std::string bound;            ///< what the tool says limits it; empty: it does not say
  std::string problem;          ///< why it was not handled
};

/// One tool's predictions for one set.
struct ToolRun {
  std::vector<Prediction> predictions; ///< one per sample
  double seconds = 0;                  ///< for all samples, starts of processes included
};

enum class Set { blocks, loops };

} // namespace osaca::accuracy
