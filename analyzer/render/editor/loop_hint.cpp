#include "render/editor/loop_hint.h"

#include "base/counted.h"
#include "base/index.h"
#include "render/loop_phrases.h"
#include "render/phrases.h"

#include <algorithm>

namespace osaca {
namespace {

constexpr std::size_t most_hinted_cores = 3;

std::string hint_of_cycles(const KernelReport &kernel) {
  std::string out = figure_of_cycles(kernel) + " cycles";
  if (const int iterations = kernel.source_iterations.value_or(0); iterations > 1)
    out += " for " + std::to_string(iterations) + " iterations";
  return out;
}

std::string hint_of_kernel(const KernelReport &kernel) {
  std::string out = hint_of_cycles(kernel) + ", " + std::string(short_phrase_of_bound(kernel));
  if (const std::string level = kernel.level_of_data(); !level.empty())
    out += ", data in " + one_line(level);
  switch (kernel.role.reading) {
  case LoopRole::Reading::inner_loops_once: return out + " (inner loops once)";
  case LoopRole::Reading::in_a_row: return out + " (all of it once)";
  case LoopRole::Reading::whole: break;
  }
  return out;
}

} // namespace

std::string hint_of(const SourceLoop &loop, const Collection &collection) {
  const std::string share = phrase_of_share(loop.weight);
  std::string out = share.empty() ? "" : share + " of the time: ";
  const std::size_t shown = std::min(loop.cores.size(), most_hinted_cores);
  for (std::size_t i = 0; i < shown; ++i) {
    const KernelReport &kernel = collection.loops[at(loop.cores[i].speaker)].report;
    out += (i == 0 ? "" : "; ") + (loop.cores.size() > 1 ? one_line(kernel.arch) + ": " : "") + hint_of_kernel(kernel);
  }
  if (shown < loop.cores.size())
    out += "; " + counted(loop.cores.size() - shown, "more core");
  return out;
}

} // namespace osaca
