// Phrases that all formats for people use.
#pragma once

#include "base/loop_role.h"
#include "report/report.h"

#include <string>
#include <string_view>

namespace osaca {

/// "throughput" if more parallel hardware would help, "latency" if the loop waits for a chain of results.
[[nodiscard]] std::string_view limit_of(BoundKind kind);
/// The same for a loop: "latency" also if it spends most of its time on stalls in program order.
[[nodiscard]] std::string_view limit_of(const KernelReport &kernel);

/// Cycles of an iteration: "5.0", or "at least 5.0" for a lower bound.
[[nodiscard]] std::string figure_of_cycles(const KernelReport &kernel);

/// The same with the unit: "5.0 cycles per iteration".
[[nodiscard]] std::string phrase_of_cycles(const KernelReport &kernel);

/// The source iterations of a machine iteration: "8 source iterations: 0.25 each", "1 source iteration"; empty if
/// unknown.
[[nodiscard]] std::string phrase_of_source_iterations(const KernelReport &kernel);

/// Cycles per source iteration, with more decimal places for small values; empty if unknown.
[[nodiscard]] std::string cycles_of_source_iteration(const KernelReport &kernel);

/// "the divider"; "unknown" if something that was not analysed may take longer.
[[nodiscard]] std::string_view phrase_of_bound(const KernelReport &kernel);

/// The same for narrow columns: "divider", "dependency chain", "bound unknown".
[[nodiscard]] std::string_view short_phrase_of_bound(const KernelReport &kernel);

/// ", bound by the divider"; ", bound unknown".
[[nodiscard]] std::string bound_in_a_sentence(const KernelReport &kernel);

/// "5.0 cycles per iteration on CORE, bound by the divider"; "(8 source iterations: 0.62 each)" is added if there are
/// several.
[[nodiscard]] std::string headline_of(const KernelReport &kernel);

/// "97 %"; "<1 %" and ">99 %" if the share is neither 0 nor 1.
[[nodiscard]] std::string percent_of(double share);

/// Which of the loops at its location the loop is: "in std::transform, stl_algo.h:4210", "loop 2 of 3"; "": there is
/// only one.
[[nodiscard]] std::string phrase_of_origin(const KernelReport &kernel);

/// A role for use in a sentence, without its remarks: "the remainder", "copy 1 of 2 of the vector body".
[[nodiscard]] std::string phrase_of_role(const LoopRole &role);

/// "3 copies", "remainder, 2 of 3 copies": the name of a role for several copies that have the same figures.
[[nodiscard]] std::string name_of_copies(const LoopRole &role, int count);

/// ".L4 in pi, vector body".
[[nodiscard]] std::string title_of(const KernelReport &kernel);

/// " (6.67) plus 2.15 cycles of waiting in schedulers"; empty if the largest bound is the prediction.
[[nodiscard]] std::string phrase_of_simulation(const KernelReport &kernel);

/// "path 2 of 3 (.L5 taken)"; empty for straight-line code.
[[nodiscard]] std::string phrase_of_path(const KernelReport &kernel);

/// "10 iterations at a time, and these runs overlap: ..."; empty: the loop is not known to have short runs.
[[nodiscard]] std::string phrase_of_short_runs(const KernelReport &kernel);
/// "1.0 to 2.0 cycles per iteration, depending on the address that the linker chooses"; empty if the address does not
/// matter.
[[nodiscard]] std::string phrase_of_placement(const KernelReport &kernel);

/// "aligned to cache lines. If they begin 16 bytes past one, ...: 8.4 cycles per iteration", or "".
[[nodiscard]] std::string phrase_of_unaligned_arrays(const KernelReport &kernel);
/// "1.0 cycles per iteration (1.0 to 2.0 by alignment; 4 source iterations: 0.25 each), bound by the front end".
[[nodiscard]] std::string phrase_of_prediction(const KernelReport &kernel);
/// "1.0 to 2.0 by alignment and port assignment"; empty: nothing is uncertain.
[[nodiscard]] std::string phrase_of_range(const KernelReport &kernel);

/// The number of instructions without figures.
[[nodiscard]] int unknown_instructions(const KernelReport &kernel);

/// Makes text from the input safe for a terminal and for formats with one record per line. Tabs and line ends become
/// spaces, and other control characters (base/printable.h) become question marks. A control byte that is not part of a
/// valid UTF-8 character becomes U+FFFD. Runs of spaces are shortened.
[[nodiscard]] std::string one_line(std::string_view text);

/// Whether both are copies of the same machine loop, ignoring the path and the arch.
[[nodiscard]] bool same_machine_loop(const KernelReport &a, const KernelReport &b);

// Text for formats that require UTF-8. Names from compilers and objects may contain any bytes.

/// Like one_line(), but replaces with U+FFFD every byte that is not part of a character or belongs to a multi-byte
/// control character (base/printable.h), and the characters U+FFFE and U+FFFF, which XML forbids.
[[nodiscard]] std::string clean_line(std::string_view text);

} // namespace osaca
