// The results of `osaca measure instructions` for one instruction form, and the measured machine: the contents of a
// measurement file.
#pragma once

#include "measure/file/status.h"

#include <string>
#include <vector>

namespace osaca::measure {

// The results of `osaca measure instructions` for one instruction form.

struct MeasuredOperand {
  std::string kind; ///< a domain, "memory", "immediate" or "other"
  int width_bits = 0;
  bool read = false;
  bool written = false;
  bool implicit = false;
  std::string name; ///< the register in the example
  friend bool operator==(const MeasuredOperand &, const MeasuredOperand &) = default;
};

struct MeasuredThroughput {
  double cycles = 0;
  double spread = 0;
  std::vector<std::string> with = {}; ///< instructions before each copy, whose time is included in the figure
  bool is_bound = false;              ///< copies wait for each other, because no other registers could be chosen
  std::string values = {};            ///< names the operand values if the time depends on them
  bool is_unstable = false;
  friend bool operator==(const MeasuredThroughput &, const MeasuredThroughput &) = default;
};

struct MeasuredLatency {
  std::string from; ///< "1", "1.base", "1.index"
  std::string to;
  double cycles = 0;
  double spread = 0;
  double chain_cycles = 0;           ///< per round of the chain, as measured
  std::vector<std::string> via = {}; ///< helpers whose time was subtracted
  bool is_split = false;             ///< only the sum of this latency and that of the way back was measured
  bool is_bound = false;             ///< the chain took no longer than independent copies: the figure is an upper bound
  std::string values = {};
  bool is_unstable = false;
  friend bool operator==(const MeasuredLatency &, const MeasuredLatency &) = default;
};

struct MissingLatency {
  std::string from;
  std::string to;
  std::string reason;
  friend bool operator==(const MissingLatency &, const MissingLatency &) = default;
};

struct MeasuredForm {
  std::string opcode;
  FormStatus status = FormStatus::not_generated;
  std::string reason;  ///< for a status other than ok
  std::string same_as; ///< another opcode with the same machine code, which has the figures
  std::string text;    ///< an example
  std::vector<MeasuredOperand> operands;
  std::vector<MeasuredThroughput> throughput;
  std::vector<MeasuredLatency> latencies;
  std::vector<MissingLatency> missing;
  friend bool operator==(const MeasuredForm &, const MeasuredForm &) = default;
};

/// One or a few instructions that close chains.
struct MeasuredHelper {
  std::string name;
  std::string text;
  double cycles = 0;
  double spread = 0;
  bool is_split = false; ///< only the sum with the way back was measured
  friend bool operator==(const MeasuredHelper &, const MeasuredHelper &) = default;
};

struct MeasuredMachine {
  std::string cpu;
  std::string isa;
  std::string llvm_cpu;
  std::string date; ///< 2026-11-22
  std::string method;
  friend bool operator==(const MeasuredMachine &, const MeasuredMachine &) = default;
};

/// Describes this machine, with today's date.
[[nodiscard]] MeasuredMachine machine_facts();

} // namespace osaca::measure
