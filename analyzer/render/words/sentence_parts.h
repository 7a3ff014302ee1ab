// Parts of sentences: those that several sentences share, and those about compiler options.
#pragma once

#include "base/cycles.h"
#include "report/finding_facts.h"

#include <optional>
#include <string>

namespace osaca {

// Parts that several sentences share.

/// "vaddsd", "vaddsd and vmulsd", "vaddsd, vmulsd and 2 more".
[[nodiscard]] std::string enumerated(const Mnemonics &mnemonics);

/// Formats a small number of cycles with more places: "0.125", "4.00".
[[nodiscard]] std::string text_of_few(Cycles cycles);

/// "never of two iterations in the same cycle", or the same about groups of this many iterations, or about pieces.
[[nodiscard]] std::string text_of_whole_reads(int iterations, int pieces);

/// "at least " if the figure leaves something out, else empty.
[[nodiscard]] std::string at_least(bool complete);

/// "L3 transfers", "the latency of dependent loads".
[[nodiscard]] std::string text_of_memory_bound(MemoryBoundKind kind, const std::string &transfers_of);

/// The expectation, and why the loop does not meet it.
[[nodiscard]] std::string message_of(const ExpectationBroken &broken);

/// Messages about memory (memory_words.cpp).
[[nodiscard]] std::string message_of(const DataFar &far);
[[nodiscard]] std::string message_of(const LoadsChased &chased);
[[nodiscard]] std::string message_of(const LinesHalfUsed &half_used);
[[nodiscard]] std::string message_of(const LinesReadToBeWritten &read);

/// Messages about vectors and branches (loop_words.cpp).
[[nodiscard]] std::string message_of(const PathOnData &path);
[[nodiscard]] std::string message_of(const ElementAccesses &found);
[[nodiscard]] std::string message_of(const VectorsWithoutGain &vectors);

/// "this loop became slower: 4.00 -> 5.00 cycles per iteration on CORE (+25 %), ...".
[[nodiscard]] std::string message_of(const Regression &regression);

// Parts about compiler options. Options that are in use are not suggested.

/// "vectorise (-O3)", "vectorise (the compiler reports: "...")".
[[nodiscard]] std::string text_of(const Vectors &vectors);

/// How unrolling would help, or why not. It is appended to "use fewer instructions per element": ": unroll ...", ";
/// unrolling ...".
[[nodiscard]] std::string text_of(const Unrolling &unrolling);

/// The option with which the compiler reports why it did not vectorise.
[[nodiscard]] std::string remark_option(CompilerOptions::Compiler compiler);

/// In parentheses: the options that let the compiler split one accumulator into several.
[[nodiscard]] std::string options_for_accumulators(const ChainWait &chain);

[[nodiscard]] std::string options_for_vectors(const ScalarArithmetic &scalar);
[[nodiscard]] std::string options_for_fusion(const CompilerOptions &options);
[[nodiscard]] std::string options_for_vector_variants(const CompilerOptions &options, bool needs_recent_library);

/// For a call that is not followed, or whose cost comes from a table. Empty: the rule's general advice.
[[nodiscard]] std::optional<std::string> advice_on_callee(const CallMade &call);

} // namespace osaca
