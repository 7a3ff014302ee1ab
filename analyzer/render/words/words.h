// The sentences about findings and changes. All formats use the same ones, and no program parses them.
#pragma once

#include "collection/collection.h"
#include "report/finding.h"
#include "report/report.h"

#include <string>
#include <vector>

namespace osaca {

/// "vdivsd occupies the divider for 5.0 of 5.0 cycles per iteration".
[[nodiscard]] std::string message_of(const Finding &finding);

/// Whether this sentence names the core that the finding is about.
[[nodiscard]] bool names_core(const Finding &finding);

/// For all cores that have the finding: "... (also on CORE)", or "... (on CORE)" if other cores do not have it; if the
/// messages differ, "on A: ...; on B, C: ...".
[[nodiscard]] std::string message_of(const CollectedFinding &finding);

/// What to try: advice for this loop, or the rule's general advice; empty: none.
[[nodiscard]] std::string advice_of(const Finding &finding);

/// "vdivsd %xmm1, %xmm2, %xmm1: 13.0 cycles, passes xmm1 to the next iteration".
[[nodiscard]] std::string text_of(const FindingStep &step);

/// Which of the loops at one location it is: "loop 2 of 3", "in std::transform, stl_algo.h:4210", or both; "": the
/// location says it.
[[nodiscard]] std::string text_of_origin(const WrittenElsewhere &written, const LoopPart &part);

/// With the role: "in std::transform, stl_algo.h:4210, vector body"; "" if there is nothing to say.
[[nodiscard]] std::string text_of_origin_and_role(const WrittenElsewhere &written, const LoopPart &part,
                                                  const LoopRole &role);

/// ".L5 taken at line 3, .L7 not taken at line 9"; empty for straight-line code.
[[nodiscard]] std::string text_of(const BranchesTaken &path);

/// What a user should know about the figures of a core.
[[nodiscard]] std::string text_of(const ArchNote &note);

/// The reason for a bound, as a phrase: "FP2|FP3 busiest"; empty: unknown.
[[nodiscard]] std::string text_of(const BoundFacts &facts);

/// What limits the loop with its data in that level, as a phrase: "L3 transfers", "the core"; for memory also the
/// number of cores that saturate it.
[[nodiscard]] std::string what_bounds(const MemoryLevelFigures &level);

/// How a loop uses an array: "read", "read, write", "streaming store".
[[nodiscard]] std::string phrase_of_use(const MemoryStream &stream);
/// "128", "8*rdx", "x4 + 16"; "?" if it is unknown.
[[nodiscard]] std::string phrase_of_step(const MemoryStream &stream);

/// "p: 3 rows stay in L1 up to 16384 bytes per row; longer rows cost 1.00 lines per iteration".
[[nodiscard]] std::string phrase_of(const LayerCondition &condition);

/// "its trip counts imply 45.8 MiB of data, used 100 times in succession"
[[nodiscard]] std::string phrase_of(const Footprint &footprint);

/// From which level on the data slow the loop down: "memory-bound at every level", "memory-bound in L3 or farther" with
/// "in" as the preposition, and without "or farther" for the last level. Precondition: there is such a level.
[[nodiscard]] std::string text_of_memory_bound(const MemoryReport &memory, std::string_view preposition);

/// Why the prediction is for data in this level: "as specified", "the nearest level that is large enough: its
/// trip counts imply 45.8 MiB of data".
[[nodiscard]] std::string data_level_reason(const MemoryReport &memory);

/// Why calls are not followed, and what would change that, as a phrase: "the input does not contain the function ...".
[[nodiscard]] std::string_view reason_of(CallStatus status);

/// The part of called functions in the prediction: "of 41.2 cycles, 30.1 in poly"; "unknown: sin (elsewhere)"; empty if
/// there are no calls.
[[nodiscard]] std::string phrase_of_calls(const KernelReport &kernel);

/// "; latency: 12.0 cycles to xmm0 (8.0 from xmm0, 12.0 from xmm1)"; empty: not a whole function. The arguments are
/// named if the times from them differ.
[[nodiscard]] std::string phrase_of_latencies(const KernelReport &kernel);

/// "the whole function: ... ; latency: 11.0 cycles to xmm0"; empty: not a whole function.
[[nodiscard]] std::string phrase_of_function(const KernelReport &kernel);

/// "fmul (line 4) waits for the result of ldr (line 3)".
[[nodiscard]] std::string text_of(const Stall &stall, const KernelReport &kernel);

/// What the loop computes, one fact each: "per iteration: 16 double-precision operations, 64 bytes loaded, 32 bytes
/// stored", "8 operations per cycle, 50 % of the core's peak of 16 (VFMADD213PDYr)". Empty: it has no floating-point
/// operations.
[[nodiscard]] std::vector<std::string> roofline_sentences(const KernelReport &kernel);

/// "with 5.0 % of 2 branches mispredicted: at most 2.2 more cycles per iteration (0.10 x 22)".
[[nodiscard]] std::string text_of(const Mispredictions &wrong);

/// Possible reasons for a measured time: "data from L3 (28.3); mispredicted branches (up to 14.6)";
/// "none known" if there is no cause; empty if the time is as predicted.
[[nodiscard]] std::string text_of(const MeasuredDifference &difference);

/// The same for a table column: "as predicted", "L3, mispredictions", "calls?" if the cause has no figure, "partly
/// mispredictions", "unknown".
[[nodiscard]] std::string short_text_of(const MeasuredDifference &difference);

/// Why the loop takes this long, as a phrase; empty: unknown.
[[nodiscard]] std::string text_of(const BoundReason &reason);

/// "4.0 -> 13.0 cycles per iteration on CORE (+225 %), now bound by the divider (was the ports)".
[[nodiscard]] std::string message_of(const LoopChange &change);

/// "the model of CORE has changed: 3 loops with unchanged machine code take 0.91 to 1.20 times as many cycles as
/// before, ..."
[[nodiscard]] std::string message_of(const FiguresChange &change);

/// "nothing to compare: the first is for A, the second for B, and they have no core in common".
[[nodiscard]] std::string message_of(const NoCommonCore &cores);

/// Which loops could not be compared because files have other names, and what to do; empty: there are none. `root`: of
/// the new build. `found_root`: a folder to which the old names are relative; empty: unknown.
[[nodiscard]] std::string text_of_unmatched(const Comparison &comparison, const std::string &root,
                                            const std::string &found_root);
/// For loops that were matched although their files have names relative to different roots; empty: there are none.
[[nodiscard]] std::string text_of_other_root(const Comparison &comparison, const std::string &root,
                                             const std::string &found_root);

/// "compiled with gcc 13.1.0, previously with gcc 12.2.0: ...".
[[nodiscard]] std::string message_of(const CompilersChange &compilers);

/// Text to append to the figures of a regression: ": the divider is ...", "; the costliest path takes 8.0 cycles ...:
/// the ..."; empty: unknown.
[[nodiscard]] std::string reason_words(const Regression &regression);

} // namespace osaca
