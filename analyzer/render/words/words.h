// The sentences about findings and changes. All formats say the same ones; nobody reads them back.
#pragma once

#include "collection/collection.h"
#include "report/finding.h"
#include "report/report.h"

#include <string>

namespace osaca {

/// "vdivsd occupies the divider 5.0 of 5.0 cycles: an unhidden division or square root".
[[nodiscard]] std::string message_of(const Finding &finding);

/// With the other cores that have it: "... (also on CORE)".
[[nodiscard]] std::string message_of(const CollectedFinding &finding);

/// What to try, for the loop at hand or as the rule advises; empty: nothing.
[[nodiscard]] std::string advice_of(const Finding &finding);

/// "vdivsd %xmm1, %xmm2, %xmm1: 13.0 cycles, passes on xmm1 to the next iteration".
[[nodiscard]] std::string text_of(const FindingStep &step);

/// ".L5 taken at line 3, .L7 not taken at line 9"; empty for a straight line.
[[nodiscard]] std::string text_of(const BranchesTaken &path);

/// What a user should know of the figures of a core.
[[nodiscard]] std::string text_of(const ArchNote &note);

/// What a bound is about, in half a sentence: "FP2|FP3 busiest"; empty: unknown.
[[nodiscard]] std::string text_of(const BoundFacts &facts);

/// What decides with the data in that level, in some words: "L3 transfers", "the core"; of memory how many cores need
/// all of it.
[[nodiscard]] std::string what_bounds(const MemoryLevelFigures &level);

/// What a loop does with an array: "read", "read, write", "streaming store".
[[nodiscard]] std::string phrase_of_use(const MemoryStream &stream);
/// "128", "8*rdx", "x4 + 16"; "?" where it is not known.
[[nodiscard]] std::string phrase_of_step(const MemoryStream &stream);

/// "p: 3 rows stay in L1 up to 16384 bytes a row; that saves 1.00 lines per iteration".
[[nodiscard]] std::string phrase_of(const LayerCondition &condition);

/// "its trip counts tell of 45.8 MiB, 100 times in turn"
[[nodiscard]] std::string phrase_of(const Footprint &footprint);

/// Of the level that the prediction is for: "as it was said", "at nearest: its trip counts tell of 45.8 MiB".
[[nodiscard]] std::string why_data_are_there(const MemoryReport &memory);

/// "5.0 % of 2 branches predicted wrongly: at most 2.2 cycles more per iteration (0.10 x about 22)".
[[nodiscard]] std::string text_of(const Mispredictions &wrong);

/// Why a loop may have been measured as it was: "the data come from L3 (28.3 cycles), mispredicted branches (up
/// to 14.6)"; "nothing known" where there is no cause; empty where it is as predicted.
[[nodiscard]] std::string text_of(const MeasuredDifference &difference);

/// The same in a few words, for a column: "as predicted", "L3, mispredictions", "calls?" where it has no figure, "in
/// part mispredictions", "not known".
[[nodiscard]] std::string short_text_of(const MeasuredDifference &difference);

/// Why the loop takes as long as it takes, in half a sentence; empty: unknown.
[[nodiscard]] std::string text_of(const BoundReason &reason);

/// "4.0 -> 13.0 cycles per iteration on CORE (+225 %), now bound by the divider (was the ports)".
[[nodiscard]] std::string message_of(const LoopChange &change);

/// "the model of CORE has other figures now: 3 loops with the same machine code take 0.91 to 1.20 times the cycles of
/// before; ..."
[[nodiscard]] std::string message_of(const FiguresChange &change);

/// "no core is in both: the first is for A, the second for B; nothing can be compared".
[[nodiscard]] std::string message_of(const NoCommonCore &cores);

/// "compiled with gcc 13.1.0, before with gcc 12.2.0: ...".
[[nodiscard]] std::string message_of(const CompilersChange &compilers);

/// What follows the figures of a regression: ": the divider is ...", "; the costliest path takes 8.0 cycles ...: the
/// ..."; empty: unknown.
[[nodiscard]] std::string reason_words(const Regression &regression);

} // namespace osaca
