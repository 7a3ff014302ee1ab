// Phrases for a row about a loop of the source.
#pragma once

#include "collection/collection.h"

#include <string>
#include <vector>

namespace osaca {

/// What the order of the rows is based on: "ordered by their share of the samples", or that it is an estimate.
[[nodiscard]] std::string phrase_of_order(const Collection &collection);

/// "use.data: 4012 samples of cpu-clock, 31 % in loops of this report, 20 % in others of the same programs (most in f,
/// g)"; empty: there are no samples.
[[nodiscard]] std::string phrase_of_samples(const Collection &collection);

/// "12 % of the samples are in /usr/bin/x, whose loops are unknown: it is stripped".
[[nodiscard]] std::string phrase_of(const UnreadProgram &program);

/// "no loop of its own", "outside of its loops".
[[nodiscard]] std::string phrase_of_loops(const HotFunction &function);

/// "called from joint.c:15 and 2 other places"; empty: no call was found.
[[nodiscard]] std::string phrase_of_callers(const HotFunction &function);

/// "36 % of the samples are in solve_joint (joint.c:3): no loop of its own, called from joint.c:15".
[[nodiscard]] std::string sentence_of(const HotFunction &function);

/// All of these as lines, for the formats that list remarks; empty: there are no samples.
[[nodiscard]] std::vector<std::string> remarks_on_samples(const Collection &collection);

/// A row of a table: a loop of the source, or a function with samples outside of loops.
struct RankedRow {
  int loop = -1; ///< index into the loops; -1: the row is a function
  const HotFunction *function = nullptr;
};

/// The loops in their order. Each function is placed before the first loop whose time is smaller or unknown.
[[nodiscard]] std::vector<RankedRow> ranked_rows(const Collection &collection);

/// "43 %"; empty: unknown.
[[nodiscard]] std::string phrase_of_share(const LoopWeight &weight);

/// Measured cycles per iteration of the machine loop: "4.7"; empty: not measured.
[[nodiscard]] std::string phrase_of_measured(const CollectedLoop &loop);

/// Why the measurement differs from the prediction, in a few words; empty: not measured.
[[nodiscard]] std::string phrase_of_difference(const CollectedLoop &loop);

/// "43 measured loops: 7 as predicted (within 15 %), 31 different for known reasons, 5 for unknown reasons"; empty: no
/// loop was measured.
[[nodiscard]] std::string phrase_of_differences(const Collection &collection);

/// Source iterations each time the loop runs: "8.5"; "~8.5" for a compiler's estimate; empty: unknown.
[[nodiscard]] std::string phrase_of_trips(const SourceLoop &loop, const Collection &collection);

/// Source iterations in a training run: "120M"; empty: not counted.
[[nodiscard]] std::string phrase_of_iterations(const SourceLoop &loop, const Collection &collection);

/// The other copies, paths and cores of the loop, and how much of its iterations was analysed: "path of 67 % (99 %
/// analysed), +11 copies, 3 paths: 1.2 to 8.0; skl: 2.0; 1.0 to 2.0 by alignment"; empty: none.
[[nodiscard]] std::string phrase_of_rest(const SourceLoop &loop, const Collection &collection);

/// "pi", "pi, remainder". The copy and path of the representative are omitted, because they do not describe the others.
/// "vector body" is omitted, because the vector width shows it.
[[nodiscard]] std::string name_of_loop(const SourceLoop &loop, const Collection &collection);

/// "A", or "A +1" for A and one more core.
[[nodiscard]] std::string phrase_of_cores(const SourceLoop &loop);

} // namespace osaca
