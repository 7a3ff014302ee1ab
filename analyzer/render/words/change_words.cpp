#include "render/words/parts.h"
#include "render/words/words.h"

#include <cmath>

namespace osaca {
namespace {

std::string in_percent(double ratio) {
  if (ratio > 100)
    return "more than 100 times";
  const int percent = static_cast<int>(std::lround((ratio - 1) * 100));
  return (percent >= 0 ? "+" : "") + std::to_string(percent) + " %";
}

std::string vectors_of(const LoopFigures &figures) {
  return figures.vector_bits > 0 ? "vectors of " + std::to_string(figures.vector_bits) + " bits" : "no vectors";
}

std::string difference(const LoopFigures &before, const LoopFigures &after, const std::string &arch) {
  const ComparedCycles cycles = compared_cycles(before, after);
  std::string message = text_of_few(cycles.before) + " -> " + at_least(after.complete) + text_of_few(cycles.after) +
                        (cycles.per_source_iteration ? " cycles per source iteration" : " cycles per iteration") +
                        " on " + arch + " (" + in_percent(cycles.ratio()) + ")";
  if (before.vector_bits != after.vector_bits)
    message += ", " + vectors_of(after) + " (were " + vectors_of(before) + ")";
  message += before.bound_by == after.bound_by ? ", bound by " + std::string(phrase_of(after.bound_by)) + " as before"
                                               : ", now bound by " + std::string(phrase_of(after.bound_by)) + " (was " +
                                                     std::string(phrase_of(before.bound_by)) + ")";
  if (before.complete && !after.complete)
    message +=
        "; it calls functions or holds instructions without figures now, so the prediction is a lower bound only";
  return message;
}

std::string place_of_data(const LoopFigures &figures) { return figures.data_level.empty() ? "L1" : figures.data_level; }

std::string moved(const LoopFigures &before, const LoopFigures &after, const std::string &arch) {
  return "its data are said to be in " + place_of_data(after) + " (were in " + place_of_data(before) + "), where it takes " +
         at_least(after.complete) + text_of_few(after.cycles_per_iteration) + " cycles per iteration on " + arch +
         ": not compared";
}

std::string alone(const std::string &what, const LoopRecord &only) {
  return what + ": " + at_least(only.figures.complete) + text_of_few(only.figures.cycles_per_iteration) +
         " cycles per iteration on " + only.arch + ", bound by " + std::string(phrase_of(only.figures.bound_by));
}

} // namespace

std::string message_of(const LoopChange &change) {
  if (!change.before)
    return change.after ? alone("new loop", *change.after) : "";
  if (!change.after)
    return alone("this loop is gone; it took", *change.before);
  if (change.kind == ChangeKind::data_moved)
    return moved(change.before->figures, change.after->figures, change.after->arch);
  return difference(change.before->figures, change.after->figures, change.after->arch);
}

std::string message_of(const Regression &regression) {
  const std::string reason = text_of(regression.reason);
  return (regression.lost_vectors ? "this loop lost its vectors: " : "this loop became slower: ") +
         difference(regression.before, regression.after, regression.arch) + (reason.empty() ? "" : ": " + reason);
}

} // namespace osaca
