// Who waits for whom. Nodes are values: what an instruction loads, each register it writes, what it stores. An edge
// runs from a value to one that is computed from it, and weighs the latency between the two inside the consuming
// instruction, so that the weights along a path add up to its latency even where latencies differ by operand.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/address.h"
#include "base/index.h"

#include <cstdint>
#include <vector>

namespace osaca {

enum class ValueKind { loaded, result, stored };

struct ValueNode {
  int instruction = 0;
  ValueKind kind = ValueKind::result;
  int operand = 0;     ///< index into Instruction::operands
  Cycles entry_cycles; ///< latency to this value when all inputs are ready: what a path that starts here pays
};

using NodeIndex = Index<ValueNode>;

enum class DependencyKind { reg, flag, memory, internal };

/// The register or the address through which a value is passed on, as an operand of `instruction`.
struct PassedThrough {
  enum class Part : std::uint8_t { nothing, reg, base, index, address };
  int instruction = -1;
  int operand = -1;
  Part part = Part::nothing;
};

struct Dependency {
  NodeIndex from;
  NodeIndex to;
  int distance = 0; ///< iterations between the two; 0: the same one
  Cycles cycles;
  DependencyKind kind = DependencyKind::reg; ///< internal: load part to operation part of one instruction
  PassedThrough via;
};

using EdgeIndex = Index<Dependency>;

/// A load that cannot get its value from the store that wrote last to one of its bytes, because that wrote only some of
/// them.
struct FailedForwarding {
  int store = 0; ///< places in AddressAnalysis::accesses
  int load = 0;
  int distance = 0;
  Cycles cycles; ///< from the store to the load; 0: the core does not say, and the graph counts a forwarding that works
  bool overlaps = false; ///< with others on the same place
};

struct DependencyGraph {
  Indexed<ValueNode> nodes; ///< in program order: edges of distance 0 run forwards
  Indexed<Dependency> edges;
  std::vector<FailedForwarding> failed_forwardings; ///< in the order of the loads
};

struct DependencyOptions {
  bool flags = true; ///< follow dependencies through condition flags
};

/// Registers, flags and memory. Memory dependencies are followed where the two addresses differ by a known constant
/// (see address.h); all other accesses are taken to be independent, as they are for the tools of this family.
[[nodiscard]] DependencyGraph dependency_graph(const CostedKernel &kernel, const AddressAnalysis &addresses,
                                               const DependencyOptions &options);

// How long an instruction takes from one of its operands to another.

/// The load part is not counted. `from`: -1 stands for any. Both are places in CostedInstruction::operands.
[[nodiscard]] Cycles operand_latency(const Core &core, const CostedInstruction &costed, int from, int to);

/// To an operand from the source that takes longest.
[[nodiscard]] Cycles longest_latency(const Core &core, const CostedInstruction &costed, int to);

} // namespace osaca
