// The words in which all formats for people speak of the same things.
#pragma once

#include "base/loop_role.h"
#include "report/report.h"

#include <string>
#include <string_view>

namespace osaca {

/// "throughput" where more parallel hardware would help, "latency" where a chain of results is waited for.
[[nodiscard]] std::string_view limit_of(BoundKind kind);

/// Of an iteration: "5.0", "at least 5.0" if instructions are unknown.
[[nodiscard]] std::string figure_of_cycles(const KernelReport &kernel);

/// The same with its unit: "5.0 cycles per iteration".
[[nodiscard]] std::string phrase_of_cycles(const KernelReport &kernel);

/// What an iteration is in terms of the source: "8 source iterations: 0.25 each", "1 source iteration"; empty if
/// unknown.
[[nodiscard]] std::string phrase_of_source_iterations(const KernelReport &kernel);

/// Cycles per source iteration, with more places where they are few; empty if unknown.
[[nodiscard]] std::string cycles_of_source_iteration(const KernelReport &kernel);

/// "the divider"; "not known" where something that was not followed may take longer.
[[nodiscard]] std::string_view phrase_of_bound(const KernelReport &kernel);

/// The same where there is little room: "divider", "dependency chain", "bound not known".
[[nodiscard]] std::string_view short_phrase_of_bound(const KernelReport &kernel);

/// ", bound by the divider"; "; what bounds it is not known".
[[nodiscard]] std::string bound_in_a_sentence(const KernelReport &kernel);

/// "5.0 cycles per iteration on CORE, bound by the divider"; with "(8 source iterations: 0.62 each)" where it does
/// several.
[[nodiscard]] std::string headline_of(const KernelReport &kernel);

/// "97 %"; "<1 %", ">99 %" where it is neither nothing nor all.
[[nodiscard]] std::string percent_of(double share);

/// A role within a sentence, without its remarks: "the remainder", "copy 1 of 2 of the vector body".
[[nodiscard]] std::string phrase_of_role(const LoopRole &role);

/// ".L4 in pi, vector body".
[[nodiscard]] std::string title_of(const KernelReport &kernel);

/// "path 2 of 3 (.L5 taken)"; empty for a straight line.
/// " (6.67) plus 2.15 of waiting in schedulers"; empty where the largest bound is the prediction.
[[nodiscard]] std::string phrase_of_simulation(const KernelReport &kernel);
[[nodiscard]] std::string phrase_of_path(const KernelReport &kernel);

/// "1.0 to 2.0 cycles per iteration, depending on where the linker puts it"; empty where that does not matter.
[[nodiscard]] std::string phrase_of_placement(const KernelReport &kernel);

/// The number of instructions without figures.
[[nodiscard]] int unknown_instructions(const KernelReport &kernel);

/// Text from the input, safe for a terminal and for formats of one record per line: tabs and line ends become
/// spaces, other control characters (base/printable.h) question marks, bytes of them that are no character U+FFFD; runs
/// of spaces are kept short.
[[nodiscard]] std::string one_line(std::string_view text);

/// Whether both are copies of the same machine loop, up to the path through it and the arch.
[[nodiscard]] bool same_machine_loop(const KernelReport &a, const KernelReport &b);

// Text for formats that are UTF-8 by definition. What compilers and objects hand over may be any bytes.

/// On one line (phrases.h), with U+FFFD in place of every byte that is no part of a character or part of a control
/// character (base/printable.h) of several, and of U+FFFE and U+FFFF, which XML forbids.
[[nodiscard]] std::string clean_line(std::string_view text);

} // namespace osaca
