#include "collection/loop_weight.h"

namespace osaca {
namespace {

int tier_of(const LoopWeight &weight) {
  if (weight.is_known() && weight.share <= 0)
    return 3;
  switch (weight.source) {
  case LoopWeight::Source::samples: return 0;
  case LoopWeight::Source::profile: return 1;
  case LoopWeight::Source::guess: return 2;
  }
  return 2;
}

} // namespace

std::string_view name_of(LoopWeight::Source source) {
  switch (source) {
  case LoopWeight::Source::guess: return "guess";
  case LoopWeight::Source::profile: return "profile";
  case LoopWeight::Source::samples: return "samples";
  }
  return "guess";
}

bool matters_before(const LoopWeight &a, const LoopWeight &b) {
  if (tier_of(a) != tier_of(b))
    return tier_of(a) < tier_of(b);
  if (a.share != b.share)
    return a.share > b.share;
  return a.score > b.score;
}

} // namespace osaca
