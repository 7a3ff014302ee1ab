// The words of a row about a loop of the source.
#pragma once

#include "collection/source_loops.h"

#include <string>
#include <vector>

namespace osaca {

/// What the shares of time are of, or that the order is a guess: "by their share of the samples".
[[nodiscard]] std::string phrase_of_order(const Collection &collection, const std::vector<SourceLoop> &loops);

/// "use.data: 4012 samples of cpu-clock, 31 % in loops of this report, 20 % in others of the same programs (most in f,
/// g)"; empty: nobody sampled.
[[nodiscard]] std::string phrase_of_samples(const Collection &collection);

/// "12 % of the samples are in /usr/bin/x, whose loops are not known: it is stripped".
[[nodiscard]] std::string phrase_of(const UnreadProgram &program);

/// "no loop of its own", "outside of its loops".
[[nodiscard]] std::string phrase_of_loops(const HotFunction &function);

/// "called from joint.c:15 and 2 other places"; empty: no call was found.
[[nodiscard]] std::string phrase_of_callers(const HotFunction &function);

/// "36 % of the samples are in solve_joint (joint.c:3): no loop of its own, called from joint.c:15".
[[nodiscard]] std::string sentence_of(const HotFunction &function);

/// All of these, each a line, for the forms that list remarks; empty: there are no samples.
[[nodiscard]] std::vector<std::string> remarks_on_samples(const Collection &collection);

/// A row of a table: a loop of the source or a function with samples outside of loops.
struct RankedRow {
  int loop = -1; ///< index into the loops; -1: it is a function
  const HotFunction *function = nullptr;
};

/// The loops in their order; each function before the first loop that takes less time, or of which no time is known.
[[nodiscard]] std::vector<RankedRow> ranked_rows(const Collection &collection, const std::vector<SourceLoop> &loops);

/// "43 %"; empty: not known.
[[nodiscard]] std::string phrase_of_share(const LoopWeight &weight);

/// Cycles per iteration of the machine loop, as samples tell them: "4.7"; empty: they do not.
[[nodiscard]] std::string phrase_of_measured(const CollectedLoop &loop);

/// Why that is not what was predicted, in a few words; empty: nothing was measured.
[[nodiscard]] std::string phrase_of_difference(const CollectedLoop &loop);

/// "of 43 measured loops 7 take what was predicted, 31 do not for causes that are named, of 5 none is known"; empty:
/// none was measured.
[[nodiscard]] std::string phrase_of_differences(const Collection &collection, const std::vector<SourceLoop> &loops);

/// Iterations of the source loop each time that it runs: "8.5"; "~8.5" where a compiler estimates them; empty: not
/// known.
[[nodiscard]] std::string phrase_of_trips(const SourceLoop &loop, const Collection &collection);

/// Iterations of the source loop in a training run: "120M"; empty: nobody counted.
[[nodiscard]] std::string phrase_of_iterations(const SourceLoop &loop, const Collection &collection);

/// What else there is of it, and how much of its iterations was looked at: "path of 67 % (99 % followed), +11 copies, 3
/// paths: 1.2 to 8.0; skl: 2.0; 1.0 to 2.0 by its place"; empty: nothing.
[[nodiscard]] std::string phrase_of_rest(const SourceLoop &loop, const Collection &collection);

/// "pi", "pi, remainder": which copy and path it is shown by says nothing of the others, and that it is a vector body
/// its vectors say.
[[nodiscard]] std::string name_of_loop(const SourceLoop &loop, const Collection &collection);

/// "A", or "A +1" for one more core than A.
[[nodiscard]] std::string phrase_of_cores(const SourceLoop &loop);

} // namespace osaca
