// What a measured figure that is not the predicted one may come from, in half a sentence.
#include "render/words/words.h"

#include <cstdio>

namespace osaca {
namespace {

using Kind = DifferenceCause::Kind;

std::string cycles_text(double cycles) {
  char text[32] = "";
  std::snprintf(text, sizeof text, "%.1f", cycles);
  return text;
}

std::string up_to(const DifferenceCause &cause) {
  return cause.cycles ? " (up to " + cycles_text(*cause.cycles) + ")" : "";
}

std::string text_of(const DifferenceCause &cause, bool is_slower) {
  const std::string some = cause.cycles ? " (" + cycles_text(*cause.cycles) + ")" : "";
  switch (cause.kind) {
  case Kind::inner_loops: return "the prediction runs through its inner loops once";
  case Kind::calls: return "what its calls do to it is not predicted";
  case Kind::unknown_code: return "not all of its code is predicted";
  case Kind::mispredictions: return "mispredicted branches" + up_to(cause);
  case Kind::few_iterations:
    return is_slower
               ? "few iterations each time that it runs" + up_to(cause)
               : "few iterations each time that it runs: the next run need not wait for the chain of the last one" +
                     some;
  case Kind::memory:
    return cause.level.empty() ? "data from levels that the model does not know" : "data from " + cause.level + some;
  case Kind::same_place: return "updates that come to the same place again" + up_to(cause);
  case Kind::unknown_addresses: return "loads from anywhere that may miss the caches";
  case Kind::other_paths: return "other paths than the likely ones" + some;
  case Kind::code_place: return "where the linker put it" + up_to(cause);
  case Kind::shared_counts: return "the compiler divided one count among its copies";
  case Kind::few_samples: return "few samples";
  }
  return "";
}

std::string short_text_of(const DifferenceCause &cause) {
  switch (cause.kind) {
  case Kind::inner_loops: return "inner loops";
  case Kind::calls: return "calls";
  case Kind::unknown_code: return "unknown code";
  case Kind::mispredictions: return "mispredictions";
  case Kind::few_iterations: return "few iterations";
  case Kind::memory: return cause.level.empty() ? "memory" : cause.level;
  case Kind::same_place: return "same place";
  case Kind::unknown_addresses: return "cache misses";
  case Kind::other_paths: return "other paths";
  case Kind::code_place: return "place of code";
  case Kind::shared_counts: return "counts";
  case Kind::few_samples: return "few samples";
  }
  return "";
}

} // namespace

std::string text_of(const MeasuredDifference &difference) {
  if (difference.verdict == MeasuredDifference::Verdict::as_predicted)
    return "";
  std::string out;
  for (const DifferenceCause &cause : difference.causes)
    out += (out.empty() ? "" : "; ") + text_of(cause, difference.verdict == MeasuredDifference::Verdict::slower);
  if (out.empty())
    return "nothing known";
  return out + (difference.accounted == MeasuredDifference::Accounted::partly ? "; that is not all" : "");
}

std::string short_text_of(const MeasuredDifference &difference) {
  if (difference.verdict == MeasuredDifference::Verdict::as_predicted)
    return "as predicted";
  constexpr std::size_t most = 2;
  std::string out;
  for (std::size_t i = 0; i < difference.causes.size() && i < most; ++i)
    out += (out.empty() ? "" : ", ") + short_text_of(difference.causes[i]);
  if (out.empty())
    return "not known";
  switch (difference.accounted) {
  case MeasuredDifference::Accounted::perhaps: return out + "?";
  case MeasuredDifference::Accounted::partly: return "in part " + out;
  default: return out;
  }
}

} // namespace osaca
