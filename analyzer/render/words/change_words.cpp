#include "base/format.h"
#include "base/readable_name.h"
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
  return format_text("{}{} %", percent >= 0 ? "+" : "", percent);
}

std::string vectors_of(const LoopFigures &figures) {
  return figures.vector_bits > 0 ? format_text("vectors of {} bits", figures.vector_bits) : "no vectors";
}

/// ", the mean of 7 paths (was 2)"; empty if both builds have one path.
std::string paths_of(const LoopFigures &before, const LoopFigures &after) {
  const auto described = [](int paths) {
    return paths > 1 ? "the mean of " + counted(paths, "path") : std::string("a single path");
  };
  if (before.paths_in_mean == after.paths_in_mean)
    return after.paths_in_mean > 1 ? ", " + described(after.paths_in_mean) : "";
  return format_text(", {} (was {})", described(after.paths_in_mean), described(before.paths_in_mean));
}

std::string difference(const LoopFigures &before, const LoopFigures &after, const std::string &arch) {
  const ComparedCycles cycles = compared_cycles(before, after);
  std::string message = format_text("{}{} -> {}{} cycles per {} on {} ({}){}", at_least(before.complete),
                                    text_of_few(cycles.before), at_least(after.complete), text_of_few(cycles.after),
                                    cycles.per_source_iteration ? "source iteration" : "iteration", arch,
                                    in_percent(cycles.ratio()), paths_of(before, after));
  if (before.vector_bits != after.vector_bits)
    message += format_text(", {} (were {})", vectors_of(after), vectors_of(before));
  message += before.bound_by == after.bound_by
                 ? format_text(", bound by {} as before", phrase_of(after.bound_by))
                 : format_text(", now bound by {} (was {})", phrase_of(after.bound_by), phrase_of(before.bound_by));
  if (before.complete && !after.complete && !after.in_order)
    message +=
        "; it now calls functions or contains instructions without figures, so the prediction is only a lower bound";
  return message;
}

std::string place_of_data(const LoopFigures &figures) { return figures.data_level.empty() ? "L1" : figures.data_level; }

std::string moved(const LoopFigures &before, const LoopFigures &after, const std::string &arch) {
  return format_text(
      "its data are now assumed to be in {} (were in {}), where it takes {}{} cycles per iteration on {}: not compared",
      place_of_data(after), place_of_data(before), at_least(after.complete), text_of_few(after.cycles_per_iteration),
      arch);
}

std::string other_paths(const LoopRecord &before, const LoopRecord &after) {
  const auto spread = [](const LoopRecord &loop) {
    const std::string most = text_of_few(loop.figures.cycles_per_iteration);
    return loop.unknown_paths ? format_text("paths of {} to {} cycles per iteration",
                                            text_of_few(loop.unknown_paths->least_cycles), most)
                              : most + " cycles per iteration";
  };
  return format_text("it has {} on {} (had {}), and it is unknown which of them are likely: not compared",
                     spread(after), after.arch, spread(before));
}

/// "1.0 to 2.0", or the figure itself if it is certain; per iteration of the same kind as in compared_cycles().
std::string span_of(const LoopFigures &figures, bool per_source_iteration) {
  const Cycles each = per_source_iteration ? Cycles(figures.source_iterations.value_or(1)) : Cycles(1);
  if (!figures.range)
    return text_of_few(figures.cycles_per_iteration / each);
  return format_text("{} to {}", text_of_few(figures.range->low / each), text_of_few(figures.range->high / each));
}

std::string within_range(const LoopFigures &before, const LoopFigures &after, const std::string &arch) {
  const bool per_source_iteration = compared_cycles(before, after).per_source_iteration;
  return format_text("{}; not certain, because the ranges overlap: {} now, {} before", difference(before, after, arch),
                     span_of(after, per_source_iteration), span_of(before, per_source_iteration));
}

std::string other_iterations(const LoopFigures &before, const LoopFigures &after, const std::string &arch) {
  const auto each = [](const LoopFigures &figures) {
    const std::optional<Cycles> known = figures.cycles_per_source_iteration();
    return format_text("{} cycles per {}", text_of_few(known.value_or(figures.cycles_per_iteration)),
                       known ? "source iteration" : "iteration of the machine loop");
  };
  return format_text(
      "it takes {} on {} (took {}), and how many source iterations the machine loop does is unknown: not "
      "compared",
      each(after), arch, each(before));
}

std::string alone(const std::string &what, const LoopRecord &only) {
  return format_text("{}: {}{} cycles per iteration on {}, bound by {}", what, at_least(only.figures.complete),
                     text_of_few(only.figures.cycles_per_iteration), only.arch, phrase_of(only.figures.bound_by));
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
  if (change.kind == ChangeKind::other_iterations)
    return other_iterations(change.before->figures, change.after->figures, change.after->arch);
  if (change.kind == ChangeKind::within_range)
    return within_range(change.before->figures, change.after->figures, change.after->arch);
  return difference(change.before->figures, change.after->figures, change.after->arch);
}

std::string message_of(const FiguresChange &change) {
  const auto times = [](double ratio) { return text_of_few(Cycles::nearest(ratio)); };
  const std::string range = times(change.least_ratio) == times(change.most_ratio)
                                ? times(change.least_ratio)
                                : format_text("{} to {}", times(change.least_ratio), times(change.most_ratio));
  return format_text("the {} {} has changed: {} with unchanged machine code {} {} times as many cycles as before, "
                     "which is not a regression",
                     change.model_is_known_to_differ ? "model of" : "analysis for", change.arch,
                     counted(change.loop_count, "loop"), change.loop_count == 1 ? "takes" : "take", range);
}

std::string message_of(const NoCommonCore &cores) {
  return format_text("nothing to compare: the first is for {}, the second for {}, and they have no core in common",
                     listed(cores.before), listed(cores.after));
}

namespace {

/// What to do about names of one file that are relative to different roots.
std::string advice_on_root(const RenamedFile &file, const std::string &root, const std::string &found_root) {
  const bool is_old_outside = file.before.starts_with('/') && !file.after.starts_with('/');
  if (is_old_outside)
    return format_text("names are relative to the root {} now, but were not when the first was recorded; pass --root "
                       "with its root, or record it again with this one",
                       root);
  const bool knows_better = !found_root.empty() && found_root != root;
  return format_text("names are relative to the root {}, and sources outside of it are not read; pass --root {}", root,
                     knows_better ? found_root : "with the root of the first build");
}

} // namespace

std::string text_of_unmatched(const Comparison &comparison, const std::string &root, const std::string &found_root) {
  const FileDifferences &files = comparison.files;
  if (files.unmatched.empty())
    return "";
  int loops = 0;
  for (const RenamedFile &file : files.unmatched)
    loops += file.loop_count;
  const RenamedFile &first = files.unmatched.front();
  const std::string what = files.compared_none
                               ? format_text("nothing was compared: no loop of {} was found", comparison.baseline)
                               : format_text("{} of {} {} not compared", counted(loops, "loop"), comparison.baseline,
                                             loops == 1 ? "was" : "were");
  if (first.before == first.after)
    return format_text("{}, although both builds name {}; if all its loops are new, update the baseline", what,
                       first.before);
  return format_text("{}: it names {}, and the new build names {} ({}); if the loops are new, update the baseline",
                     what, first.before, first.after, advice_on_root(first, root, found_root));
}

std::string text_of_other_root(const Comparison &comparison, const std::string &root, const std::string &found_root) {
  if (!comparison.files.other_root)
    return "";
  const RenamedFile &file = *comparison.files.other_root;
  return format_text("{} of {} is {} in the new build: {}", file.before, comparison.baseline, file.after,
                     advice_on_root(file, root, found_root));
}

std::string message_of(const CompilersChange &compilers) {
  return format_text("compiled with {}, previously with {}: loops may have changed for that reason alone",
                     listed(compilers.after), listed(compilers.before));
}

std::string reason_words(const Regression &regression) {
  const std::string reason = text_of(regression.reason);
  if (reason.empty())
    return "";
  return regression.cycles_of_path ? format_text("; the costliest path takes {} cycles per iteration: {}",
                                                 text_of_few(*regression.cycles_of_path), reason)
                                   : ": " + reason;
}

std::string message_of(const Regression &regression) {
  const std::string what = regression.copy_in.empty()
                               ? "this loop"
                               : format_text("the copy of this loop in {}", readable_name(regression.copy_in));
  return format_text("{} {}: {}{}", what, regression.lost_vectors ? "is no longer vectorised" : "became slower",
                     difference(regression.before, regression.after, regression.arch), reason_words(regression));
}

} // namespace osaca
