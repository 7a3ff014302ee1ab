// The cost of one instruction on one core, in the types that models, the compiler's tables and the analyses share.
#pragma once

#include "base/cycles.h"
#include "base/figure_origin.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// A set of ports: bit i is port i of the core's list. No core has more than 64.
using PortSet = std::uint64_t;

/// `cycles` of occupancy that can be distributed freely over `ports`. One uop is {its ports, 1}; a uop that occupies
/// its port for four cycles is {port, 4}; two equal uops are {ports, 2}.
struct PortDemand {
  PortSet ports = 0;
  Cycles cycles = 1;
  friend bool operator==(const PortDemand &, const PortDemand &) = default;
};

struct Provenance {
  Origin origin = Origin::unknown;
  std::string text; ///< a citation, or how the figure was derived
  friend bool operator==(const Provenance &, const Provenance &) = default;
};

/// Latency from one operand of the instruction to another (indices into Instruction::operands).
struct OperandLatency {
  int from = 0;
  int to = 0;
  Cycles cycles;
  friend bool operator==(const OperandLatency &, const OperandLatency &) = default;
};

/// The compiler's data about results that some readers get sooner than others (LLVM's read advance). If a reader needs
/// an operand only some cycles after it is issued, the writer's latency is reduced by this number of cycles.
struct CompilerForwarding {
  struct Write {
    std::uint16_t kind = 0; ///< groups the writes that readers distinguish
    int latency_cycles = 0;
  };
  struct Read {
    std::uint16_t number = 0;       ///< Operand::read_number
    std::uint16_t written_kind = 0; ///< 0: any
    int advance_cycles = 0;         ///< negative: the operand is needed sooner
  };
  std::vector<Write> writes; ///< by Operand::write_number
  std::vector<Read> reads;   ///< the first entry that applies is used

  /// The cycles by which the writer's latency is shortened for this reader.
  [[nodiscard]] static int advance_cycles(const CompilerForwarding &writer, int write_number,
                                          const CompilerForwarding &reader, int read_number);
};

/// How an instruction is issued on a core that executes in program order, according to the compiler's data.
struct IssueLimits {
  bool begins_group = false;        ///< no other instruction is issued before it in the same cycle
  bool ends_group = false;          ///< no other instruction is issued after it in the same cycle
  bool writes_in_any_order = false; ///< InOrder::writes_in_order does not apply to it
  friend bool operator==(const IssueLimits &, const IssueLimits &) = default;
};

/// The cost of an instruction, including its memory parts: `demands` also contains the load and store uops.
struct Cost {
  std::vector<PortDemand> demands;
  Cycles dispatch_slots = 1;       ///< macro-ops at dispatch (0: eliminated before)
  bool splits_at_dispatch = false; ///< one macro-op before dispatch, which is split at dispatch because of its address
  Cycles latency_cycles;           ///< from a register (or immediate) source to the result
  Cycles load_latency_cycles;      ///< from the address register to the loaded value; 0 without a load. From an address
                                   ///< register to the result it takes load_latency_cycles + latency_cycles
  Cycles store_forward_cycles; ///< from the stored value to the value of a later load of the same address, including
                               ///< that load's latency; 0 without a store
  /// Each of the next three figures replaces store_forward_cycles in a special case.
  Cycles store_relay_cycles;    ///< if the loaded value is stored again unchanged; 0: no difference
  Cycles inner_forward_cycles;  ///< if the load begins after the store's first byte; 0: no difference
  Cycles failed_forward_cycles; ///< if the load also reads bytes that the store did not write; 0: not known
  /// Loads with failed_forward_cycles do not wait for each other if they begin where the store begins.
  bool failed_forwards_overlap = false;
  std::vector<PortDemand> failed_forward_demands; ///< the ports that such a load occupies in addition to its own
  std::vector<OperandLatency> operand_latencies;  ///< exceptions to latency_cycles
  /// Null: the figures are from a model, or every reader gets the results at the same time.
  std::shared_ptr<const CompilerForwarding> forwarding;
  IssueLimits issue; ///< if the figures are the compiler's
  Provenance provenance;
};

/// The compiler's scheduling data for one instruction, in terms of the compiler's own resources.
struct CompilerCost {
  bool known = false; ///< false: the model has no data for this instruction
  struct ResourceUse {
    std::vector<std::string> units; ///< names of the unit resources; any of them can be used
    Cycles cycles;
  };
  std::vector<ResourceUse> uses;
  int uops = 1;
  Cycles latency_cycles;          ///< to the result, including the load
  Cycles register_latency_cycles; ///< from a register source of a loading instruction, after the read advance
  std::shared_ptr<const CompilerForwarding> forwarding; ///< null: not known
  IssueLimits issue;
  bool waits_for_old_value = false; ///< waits for the old value of its first operand, which it only writes
};

} // namespace osaca
