// A table of measurements of instruction forms, as WINIC publishes them: CSV with the columns
// llvm_opcode,metric,from_operand,to_operand,min_cycles,max_cycles. A figure is a range: what was measured cannot
// always be split between the instruction and its helpers.
#pragma once

#include "base/expected.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::accuracy {

struct CycleRange {
  double min = 0;
  double max = 0;
};

/// Whether `cycles` lies in the range or beyond it by at most 10 % or 0.1 cycles, whichever is more.
[[nodiscard]] bool agrees(double cycles, const CycleRange &range);

/// An operand by its number in LLVM's list, or an implicit register by LLVM's name.
struct OperandName {
  int number = -1;
  std::string implicit_register;

  [[nodiscard]] std::string text() const;
};

struct PublishedLatency {
  OperandName from;
  OperandName to;
  CycleRange cycles;
};

struct PublishedForm {
  std::string opcode;
  std::optional<CycleRange> throughput; ///< cycles from one to the next
  std::vector<PublishedLatency> latencies;
};

/// In the order of the text. `name` is for messages.
[[nodiscard]] Expected<std::vector<PublishedForm>> read_published(std::string_view csv, const std::string &name);

} // namespace osaca::accuracy
