#include "base/text.h"
#include "render/words/sentence_parts.h"
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

/// ", the mean of 7 paths (was 2)"; empty if both builds have one path.
std::string paths_of(const LoopFigures &before, const LoopFigures &after) {
  const auto described = [](int paths) {
    return paths > 1 ? "the mean of " + counted(paths, "path") : std::string("a single path");
  };
  if (before.paths_in_mean == after.paths_in_mean)
    return after.paths_in_mean > 1 ? ", " + described(after.paths_in_mean) : "";
  return ", " + described(after.paths_in_mean) + " (was " + described(before.paths_in_mean) + ")";
}

std::string difference(const LoopFigures &before, const LoopFigures &after, const std::string &arch) {
  const ComparedCycles cycles = compared_cycles(before, after);
  std::string message = at_least(before.complete) + text_of_few(cycles.before) + " -> " + at_least(after.complete) +
                        text_of_few(cycles.after) +
                        (cycles.per_source_iteration ? " cycles per source iteration" : " cycles per iteration") +
                        " on " + arch + " (" + in_percent(cycles.ratio()) + ")" + paths_of(before, after);
  if (before.vector_bits != after.vector_bits)
    message += ", " + vectors_of(after) + " (were " + vectors_of(before) + ")";
  message += before.bound_by == after.bound_by ? ", bound by " + std::string(phrase_of(after.bound_by)) + " as before"
                                               : ", now bound by " + std::string(phrase_of(after.bound_by)) + " (was " +
                                                     std::string(phrase_of(before.bound_by)) + ")";
  if (before.complete && !after.complete && !after.in_order)
    message +=
        "; it now calls functions or contains instructions without figures, so the prediction is only a lower bound";
  return message;
}

std::string place_of_data(const LoopFigures &figures) { return figures.data_level.empty() ? "L1" : figures.data_level; }

std::string moved(const LoopFigures &before, const LoopFigures &after, const std::string &arch) {
  return "its data are now assumed to be in " + place_of_data(after) + " (were in " + place_of_data(before) +
         "), where it takes " + at_least(after.complete) + text_of_few(after.cycles_per_iteration) +
         " cycles per iteration on " + arch + ": not compared";
}

std::string other_paths(const LoopRecord &before, const LoopRecord &after) {
  const auto spread = [](const LoopRecord &loop) {
    const std::string most = text_of_few(loop.figures.cycles_per_iteration);
    return loop.unknown_paths
               ? "paths of " + text_of_few(loop.unknown_paths->least_cycles) + " to " + most + " cycles per iteration"
               : most + " cycles per iteration";
  };
  return "it has " + spread(after) + " on " + after.arch + " (had " + spread(before) +
         "), and it is unknown which of them are likely: not compared";
}

std::string alone(const std::string &what, const LoopRecord &only) {
  return what + ": " + at_least(only.figures.complete) + text_of_few(only.figures.cycles_per_iteration) +
         " cycles per iteration on " + only.arch + ", bound by " + std::string(phrase_of(only.figures.bound_by));
}

template <typename Names> std::string listed(const Names &names) {
  std::string out;
  for (const std::string &name : names)
    out += (out.empty() ? "" : ", ") + name;
  return out;
}

} // namespace

std::string message_of(const LoopChange &change) {
  if (!change.before)
    return change.after ? alone("new loop", *change.after) : "";
  if (!change.after)
    return alone("this loop no longer exists; before", *change.before);
  if (change.kind == ChangeKind::data_moved)
    return moved(change.before->figures, change.after->figures, change.after->arch);
  if (change.kind == ChangeKind::other_paths)
    return other_paths(*change.before, *change.after);
  return difference(change.before->figures, change.after->figures, change.after->arch);
}

std::string message_of(const FiguresChange &change) {
  const auto times = [](double ratio) { return text_of_few(Cycles::nearest(ratio)); };
  const std::string range = times(change.least_ratio) == times(change.most_ratio)
                                ? times(change.least_ratio)
                                : times(change.least_ratio) + " to " + times(change.most_ratio);
  return (change.model_is_known_to_differ ? "the model of " + change.arch + " has changed: "
                                          : "the analysis for " + change.arch + " has changed: ") +
         counted(change.loop_count, "loop") + " with unchanged machine code " +
         (change.loop_count == 1 ? "takes " : "take ") + range +
         " times as many cycles as before, which is not a regression";
}

std::string message_of(const NoCommonCore &cores) {
  return "nothing to compare: the first is for " + listed(cores.before) + ", the second for " + listed(cores.after) +
         ", and they have no core in common";
}

std::string message_of(const CompilersChange &compilers) {
  return "compiled with " + listed(compilers.after) + ", previously with " + listed(compilers.before) +
         ": loops may have changed for that reason alone";
}

std::string reason_words(const Regression &regression) {
  const std::string reason = text_of(regression.reason);
  if (reason.empty())
    return "";
  return regression.cycles_of_path ? "; the costliest path takes " + text_of_few(*regression.cycles_of_path) +
                                         " cycles per iteration: " + reason
                                   : ": " + reason;
}

std::string message_of(const Regression &regression) {
  return (regression.lost_vectors ? "this loop is no longer vectorised: " : "this loop became slower: ") +
         difference(regression.before, regression.after, regression.arch) + reason_words(regression);
}

} // namespace osaca
