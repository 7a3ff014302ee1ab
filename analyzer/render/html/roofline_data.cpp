#include "render/html/loop_data.h"
#include "render/words/words.h"
#include "report/roofline_figures.h"

#include <cmath>

namespace osaca::html {
namespace {

/// Enough digits for a drawing.
double rounded_for_drawing(double value) { return std::round(value * 1e4) / 1e4; }

} // namespace

Json roofline_data(const KernelReport &kernel, Shared &shared) {
  Json sentences = Json::array();
  for (const std::string &sentence : roofline_sentences(kernel))
    sentences.push_back(shared.text(one_line(sentence)));
  Json levels = Json::array();
  for (const LevelRoof &roof : level_roofs(kernel))
    levels.push_back({shared.text(roof.level), rounded_for_drawing(roof.operations_per_byte),
                      rounded_for_drawing(roof.bytes_per_cycle), rounded_for_drawing(roof.operations_per_cycle)});
  Json out = {{"sentences", std::move(sentences)}, {"levels", std::move(levels)}};
  if (kernel.roofline->peak)
    out["peak"] = rounded_for_drawing(kernel.roofline->peak->per_cycle.to_double());
  return out;
}

} // namespace osaca::html
