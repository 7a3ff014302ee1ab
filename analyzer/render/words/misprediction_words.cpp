// What mispredicted branches cost, in half a sentence.
#include "render/words/words.h"

#include <cmath>
#include <cstdio>

namespace osaca {
namespace {

std::string number_text(double number, int decimals) {
  char text[32] = "";
  std::snprintf(text, sizeof text, "%.*f", decimals, number);
  return text;
}

std::string percent_text(double share) {
  const double percent = share * 100;
  return number_text(percent, percent == std::floor(percent) ? 0 : 1) + " %";
}

} // namespace

std::string text_of(const Mispredictions &wrong) {
  const std::string branches = std::to_string(wrong.branches) + (wrong.branches == 1 ? " branch" : " branches");
  const std::string how_often =
      wrong.teller == Mispredictions::Teller::user
          ? percent_text(wrong.rate) + " of " + branches + " predicted wrongly: "
          : "if its " + branches + " went each way in no order, as often as in the profile (an estimate): ";
  const std::optional<double> cycles = wrong.cycles();
  if (!cycles)
    return how_often + number_text(wrong.per_iteration, 2) + " per iteration; the model does not say what one costs";
  return how_often + "at most " + number_text(*cycles, 1) + " cycles more per iteration (" +
         number_text(wrong.per_iteration, 2) + " x " + number_text(*wrong.cycles_each, 0) + ")";
}

} // namespace osaca
