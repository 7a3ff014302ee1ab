// Parts of sentences: those that several sentences have, and what is said about options of the compiler.
#pragma once

#include "base/cycles.h"
#include "report/finding_facts.h"

#include <string>

namespace osaca {

// Parts of sentences that several of them have.

/// "vaddsd", "vaddsd and vmulsd", "vaddsd, vmulsd and 2 more".
[[nodiscard]] std::string enumerated(const Mnemonics &mnemonics);

/// Of cycles that may be few: "0.125", "4.00".
[[nodiscard]] std::string text_of_few(Cycles cycles);

/// "at least ", before a figure that leaves something out; empty where nothing is missing.
[[nodiscard]] std::string at_least(bool complete);

/// "L3 transfers", "the latency of loads that wait for each other".
[[nodiscard]] std::string text_of_memory_bound(MemoryBoundKind kind, const std::string &transfers_of);

/// What the source expects, and why the loop does not keep to it.
[[nodiscard]] std::string message_of(const ExpectationBroken &broken);

/// About memory (memory_words.cpp).
[[nodiscard]] std::string message_of(const DataFar &far);
[[nodiscard]] std::string message_of(const LoadsChased &chased);
[[nodiscard]] std::string message_of(const LinesHalfUsed &half_used);
[[nodiscard]] std::string message_of(const LinesReadToBeWritten &read);

/// "this loop became slower: 4.00 -> 5.00 cycles per iteration on CORE (+25 %), ...".
[[nodiscard]] std::string message_of(const Regression &regression);

// What is said about options of the compiler: none is named that is in use.

/// "vectorise (-O3)", "vectorise (the compiler did not: "...")".
[[nodiscard]] std::string text_of(const Vectors &vectors);

/// How it helps, or why not, to follow "fewer instructions per element": ": unroll ...", "; unrolling ...".
[[nodiscard]] std::string text_of(const Unrolling &unrolling);

/// The compiler's option that makes it say why it did not vectorise.
[[nodiscard]] std::string option_that_tells(CompilerOptions::Compiler compiler);

/// What would let the compiler make several accumulators of one, in parentheses.
[[nodiscard]] std::string options_for_accumulators(const ChainWait &chain);

[[nodiscard]] std::string options_for_vectors(const ScalarArithmetic &scalar);
[[nodiscard]] std::string options_for_fusion(const CompilerOptions &options);
[[nodiscard]] std::string options_for_vector_variants(const CompilerOptions &options);

} // namespace osaca
