// From assembly text to LLVM's opcode, by assembling and reading the code back.
#pragma once

#include "decode/block_reader.h"
#include "measure/file/measurement.h"

#include <optional>
#include <string>

namespace osaca::measure {

class OpcodeFinder {
public:
  [[nodiscard]] static Expected<OpcodeFinder> create(Isa isa);

  /// Exactly one instruction; empty: the assembler does not take it.
  [[nodiscard]] std::optional<Instruction> find(const std::string &text, bool intel_syntax = false);

private:
  OpcodeFinder(Isa isa, BlockReader reader) : isa_(isa), reader_(std::move(reader)) {}
  Isa isa_;
  BlockReader reader_;
};

/// A record of the instruction without figures.
[[nodiscard]] MeasuredForm record_of(const Instruction &instruction, Isa isa);

/// One latency for all explicit register sources, to the first explicit register result: what tables that know one
/// latency per instruction mean. `same_kind`: only sources of the result's kind, through which a chain can go.
void add_single_latency(MeasuredForm &form, double cycles, bool same_kind);

[[nodiscard]] MeasuredThroughput plain_throughput(double cycles);
[[nodiscard]] MeasuredLatency plain_latency(std::string from, std::string to, double cycles);

} // namespace osaca::measure
