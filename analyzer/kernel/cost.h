// What one instruction costs on one core: the vocabulary shared by models, the compiler's tables and the analyses.
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

/// A set of ports, bit i = port i of the core's list. No core has more than 64.
using PortSet = std::uint64_t;

/// `cycles` of occupancy that may be spread freely over any of `ports`: one uop is {its ports, 1}; a uop that blocks
/// its port for four cycles is {port, 4}; two equal uops are {ports, 2}.
struct PortDemand {
  PortSet ports = 0;
  Cycles cycles = 1;
  friend bool operator==(const PortDemand &, const PortDemand &) = default;
};

struct Provenance {
  Origin origin = Origin::unknown;
  std::string text; ///< citation, or how it was derived
  friend bool operator==(const Provenance &, const Provenance &) = default;
};

/// Latency from one operand of the instruction to another (indices into Instruction::operands).
struct OperandLatency {
  int from = 0;
  int to = 0;
  Cycles cycles;
  friend bool operator==(const OperandLatency &, const OperandLatency &) = default;
};

/// What the compiler says of results that some readers get sooner than others: a reader may need an operand later than
/// it starts, so many cycles less than the writer's latency after the writer.
struct CompilerForwarding {
  struct Write {
    std::uint16_t kind = 0; ///< of writes that readers tell apart
    int latency_cycles = 0;
  };
  struct Read {
    std::uint16_t number = 0;       ///< Operand::read_number
    std::uint16_t written_kind = 0; ///< 0: any
    int advance_cycles = 0;         ///< negative: it needs the operand sooner
  };
  std::vector<Write> writes; ///< by Operand::write_number
  std::vector<Read> reads;   ///< the first that fits counts

  /// What a reader saves after a writer.
  [[nodiscard]] static int advance_cycles(const CompilerForwarding &writer, int write_number,
                                          const CompilerForwarding &reader, int read_number);
};

/// The cost of an instruction. The memory parts are included: `demands` holds the load and store uops too.
struct Cost {
  std::vector<PortDemand> demands;
  Cycles dispatch_slots = 1;       ///< macro-ops it takes at dispatch (0: eliminated before)
  bool splits_at_dispatch = false; ///< one macro-op until then, of which its address makes several
  Cycles latency_cycles;           ///< register (or immediate) source to result
  Cycles load_latency_cycles;   ///< address register to the loaded value inside the instruction; 0 without a load. An
                                ///< address register reaches the result after load_latency_cycles + latency_cycles.
  Cycles store_forward_cycles;  ///< stored value to a later load of the same address (that load's own latency
                                ///< included); 0 without a store
  Cycles store_relay_cycles;    ///< the same where it is stored again without an operation; 0: no longer
  Cycles inner_forward_cycles;  ///< the same where the load begins behind the store's first byte; 0: no other
  Cycles failed_forward_cycles; ///< the same where the load reads bytes that the store did not write; 0: not known
  bool failed_forwards_overlap = false; ///< such loads do not wait for each other if they begin where the store does
  std::vector<PortDemand> failed_forward_demands; ///< what such a load occupies beside its own
  std::vector<OperandLatency> operand_latencies;  ///< exceptions to latency_cycles
  std::shared_ptr<const CompilerForwarding>
      forwarding; ///< null: figures of a model, or results are there at one time for all
  Provenance provenance;
};

/// What the compiler's scheduling model says of one instruction, in terms of that model's own resources.
struct CompilerCost {
  bool known = false; ///< false: the model has no data for this instruction
  struct ResourceUse {
    std::vector<std::string> units; ///< names of the unit resources, any of which serves
    Cycles cycles;
  };
  std::vector<ResourceUse> uses;
  int uops = 1;
  Cycles latency_cycles;          ///< to the result, the load included
  Cycles register_latency_cycles; ///< from a register source of a loading instruction (read advance taken off)
  std::shared_ptr<const CompilerForwarding> forwarding; ///< null: not known
  bool waits_for_old_value = false;                     ///< of its first operand, which it only writes
};

} // namespace osaca
