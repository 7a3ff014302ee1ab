#include "render/loop_phrases.h"

#include "base/format.h"
#include "base/index.h"
#include "base/readable_name.h"
#include "base/text.h"
#include "render/phrases.h"
#include "render/selection.h"
#include "render/words/words.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace osaca {
namespace {

bool any_is(const Collection &collection, LoopWeight::Source source) {
  return std::ranges::any_of(collection.source_loops,
                             [&](const SourceLoop &loop) { return loop.weight.source == source; });
}

std::string with_places(double value, int places) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", places, value);
  return text.data();
}

/// "8.5", "1024", "120M".
std::string rounded(double value) {
  struct Unit {
    double size;
    const char *letter;
  };
  for (const Unit unit : {Unit{1e12, "T"}, Unit{1e9, "G"}, Unit{1e6, "M"}, Unit{1e4, "k"}}) {
    const double size = unit.size == 1e4 ? 1e3 : unit.size;
    if (value >= unit.size)
      return value >= 1e18 ? "over 10^18" : with_places(value / size, value / size < 9.95 ? 1 : 0) + unit.letter;
  }
  return with_places(value, value < 99.95 ? 1 : 0);
}

std::string text_of(const CyclesSpan &span) {
  const std::string least = span.least.text();
  const std::string most = span.most.text();
  return (least == most ? least : format_text("{} to {}", least, most)) +
         (span.of_source_iterations ? " per source it." : "");
}

std::string others_on(const LoopOnCore &core) {
  const int copies = core.machine_loops - 1;
  const int paths = static_cast<int>(core.loops.size()) - core.machine_loops;
  std::string out = copies == 0 ? "" : copies == 1 ? "1 copy" : format_text("{} copies", copies);
  if (paths > 0)
    out += (out.empty() ? "" : ", ") + counted(paths, "path");
  return format_text("+{}: {}", out, text_of(*core.rest));
}

/// The range of a core's figures, per iteration of the machine loop.
std::string figures_on(const LoopOnCore &core, const Collection &collection) {
  CyclesSpan span;
  for (const int index : core.loops) {
    const Cycles cycles = collection.loops[at(index)].report.cycles_per_iteration;
    const bool is_first = index == core.loops.front();
    span.least = is_first || cycles < span.least ? cycles : span.least;
    span.most = is_first || span.most < cycles ? cycles : span.most;
  }
  return format_text("{}: {}", one_line(core.arch), text_of(span));
}

/// "path of 67 % (99 % followed)"; empty: there is no other path, or the probabilities are unknown.
std::string share_of_path(const KernelReport &representative) {
  if (!representative.path_share || (representative.path_count < 2 && !representative.paths_truncated))
    return "";
  return format_text("path of {} ({} analysed)", percent_of(representative.path_share->probability),
                     percent_of(representative.path_share->followed));
}

/// "1.0 to 2.0 by alignment", "1.0 with better alignment"; empty: the figure is certain, or a lower bound.
std::string range_of_loop(const KernelReport &representative) {
  if (representative.uncertainty)
    return phrase_of_range(representative);
  if (!representative.complete || !representative.placement || !representative.placement->matters())
    return "";
  const CodePlacement &placement = *representative.placement;
  if (placement.known != CodePlacement::Known::address)
    return format_text("{} to {} by alignment", placement.least.text(), placement.most.text());
  return placement.least < representative.cycles_per_iteration ? placement.least.text() + " with better alignment"
                                                               : placement.most.text() + " with worse alignment";
}

} // namespace

std::string phrase_of_order(const Collection &collection) {
  if (collection.samples || any_is(collection, LoopWeight::Source::samples))
    return "ordered by their share of the samples";
  if (any_is(collection, LoopWeight::Source::profile))
    return "ordered by predicted time, with iterations counted in a training run";
  return "ordered by an estimate; pass --profile to order them by measured time";
}

std::string phrase_of_samples(const Collection &collection) {
  if (!collection.samples)
    return "";
  const PlacedSamples &samples = *collection.samples;
  std::string loops;
  for (const UnreportedLoop &loop : samples.unreported)
    loops += format_text("{}{} at {}{}", loops.empty() ? " (" : ", ", percent_of(loop.share),
                         loop.place.known() ? one_line(file_and_line(loop.place)) + " in " : "",
                         one_line(readable_name(loop.function)));
  return format_text("{}: {} of {}, {} in loops of this report, {} in other loops of the same programs{}{}",
                     one_line(samples.name), counted(samples.sample_count, "sample"), one_line(samples.event),
                     percent_of(samples.placed_share), percent_of(samples.other_loops_share), loops,
                     loops.empty() ? "" : ")");
}

std::string phrase_of(const UnreadProgram &program) {
  return format_text("{} of the samples are in {}, whose loops are unknown: {}", percent_of(program.share),
                     one_line(program.name), one_line(program.reason));
}

std::string phrase_of_loops(const HotFunction &function) {
  return function.has_loops ? "outside of its loops" : "no loop of its own";
}

std::string phrase_of_callers(const HotFunction &function) {
  if (function.caller.empty())
    return "";
  std::string out = "called from " + (function.called_from.known() ? one_line(file_and_line(function.called_from))
                                                                   : one_line(readable_name(function.caller)));
  if (function.other_calls > 0)
    out += " and " + counted(function.other_calls, "other place");
  return out;
}

std::string sentence_of(const HotFunction &function) {
  const std::string place = function.place.known() ? format_text(" ({})", one_line(file_and_line(function.place))) : "";
  const std::string callers = phrase_of_callers(function);
  return format_text("{} of the samples are in {}{}: {}{}", percent_of(function.share),
                     one_line(readable_name(function.function)), place, phrase_of_loops(function),
                     callers.empty() ? "" : ", " + callers);
}

std::vector<RankedRow> ranked_rows(const Collection &collection) {
  std::vector<RankedRow> rows;
  std::size_t next = 0;
  const auto add_functions_above = [&](double share) {
    for (; collection.samples && next < collection.samples->hot_functions.size() &&
           collection.samples->hot_functions[next].share > share;
         ++next)
      rows.push_back({-1, &collection.samples->hot_functions[next]});
  };
  for (std::size_t l = 0; l < collection.source_loops.size(); ++l) {
    const LoopWeight &weight = collection.source_loops[l].weight;
    add_functions_above(weight.source == LoopWeight::Source::samples ? weight.share : 0);
    rows.push_back({static_cast<int>(l), nullptr});
  }
  add_functions_above(0);
  return rows;
}

std::vector<std::string> remarks_on_samples(const Collection &collection) {
  if (!collection.samples)
    return {};
  std::vector<std::string> out = {phrase_of_samples(collection)};
  for (const UnreadProgram &program : collection.samples->unread)
    out.push_back(phrase_of(program));
  for (const HotFunction &function : collection.samples->hot_functions)
    out.push_back(sentence_of(function));
  return out;
}

std::string phrase_of_share(const LoopWeight &weight) { return weight.is_known() ? percent_of(weight.share) : ""; }

std::string phrase_of_measured(const CollectedLoop &loop) {
  return loop.sampled && loop.sampled->cycles_per_iteration ? with_places(*loop.sampled->cycles_per_iteration, 1) : "";
}

std::string phrase_of_difference(const CollectedLoop &loop) {
  return loop.difference ? short_text_of(*loop.difference) : "";
}

std::string phrase_of_differences(const Collection &collection) {
  int measured = 0;
  int as_predicted = 0;
  int unexplained = 0;
  for (const SourceLoop &loop : collection.source_loops) {
    const std::optional<MeasuredDifference> &difference = collection.loops[at(loop.representative())].difference;
    if (!difference)
      continue;
    ++measured;
    as_predicted += difference->verdict == MeasuredDifference::Verdict::as_predicted ? 1 : 0;
    unexplained += difference->accounted == MeasuredDifference::Accounted::not_at_all ? 1 : 0;
  }
  if (measured == 0)
    return "";
  return format_text("{}: {} as predicted (within 15 %), {} different for known reasons, {} for unknown reasons",
                     counted(measured, "measured loop"), as_predicted, measured - as_predicted - unexplained,
                     unexplained);
}

std::string phrase_of_trips(const SourceLoop &loop, const Collection &collection) {
  const std::optional<double> trips = loop.mean_trips(collection);
  if (!trips)
    return "";
  return (loop.frequency.source == LoopFrequency::Source::profile ? "" : "~") + rounded(*trips);
}

std::string phrase_of_iterations(const SourceLoop &loop, const Collection &collection) {
  const int each = collection.loops[at(loop.representative())].report.source_iterations.value_or(0);
  if (loop.frequency.source != LoopFrequency::Source::profile || each < 1)
    return "";
  return rounded(loop.frequency.iterations * each);
}

std::string phrase_of_rest(const SourceLoop &loop, const Collection &collection) {
  constexpr std::size_t most_cores = 3;
  std::string out = share_of_path(collection.loops[at(loop.representative())].report);
  if (loop.cores.front().rest)
    out += (out.empty() ? "" : ", ") + others_on(loop.cores.front());
  for (std::size_t i = 1; i < std::min(loop.cores.size(), most_cores); ++i)
    out += (out.empty() ? "" : "; ") + figures_on(loop.cores[i], collection);
  if (loop.cores.size() > most_cores)
    out += "; " + counted(loop.cores.size() - most_cores, "more core");
  const std::string range = range_of_loop(collection.loops[at(loop.representative())].report);
  return out.empty() || range.empty() ? out + range : format_text("{}; {}", out, range);
}

std::string name_of_loop(const SourceLoop &loop, const Collection &collection) {
  LoopRecord record = record_of(collection.loops[at(loop.representative())]);
  record.path_number = 1;
  record.role = without_copies(record.role);
  if (record.role.kind == LoopRole::Kind::vector_body)
    record.role.kind = LoopRole::Kind::plain;
  return name_of_loop(record);
}

std::string phrase_of_cores(const SourceLoop &loop) {
  const std::string more = loop.cores.size() > 1 ? format_text(" +{}", loop.cores.size() - 1) : "";
  return one_line(loop.cores.front().arch) + more;
}

} // namespace osaca
