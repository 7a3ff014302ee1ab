// Parts of sentences that several of them have.
#pragma once

#include "base/cycles.h"
#include "report/finding_facts.h"

#include <string>

namespace osaca {

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

} // namespace osaca
