// The dependencies between values. A node is a value: a value that an instruction loads, a register that it writes, or
// a value that it stores. An edge leads from a value to a value that is computed from it. Its weight is the latency of
// the instruction that computes the second value, from the operand that holds the first value to the result. The
// latency of a path is therefore the sum of its weights, even if the latency of an instruction depends on the operand.
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
  Cycles entry_cycles; ///< latency to this value if all inputs are available; it is counted for paths that start at
                       ///< this node
};

using NodeIndex = Index<ValueNode>;

enum class DependencyKind { reg, flag, memory, internal };

/// The register or the address through which a value passes, as an operand of `instruction`.
struct PassedThrough {
  enum class Part : std::uint8_t { nothing, reg, base, index, address };
  int instruction = -1;
  int operand = -1;
  Part part = Part::nothing;
};

struct Dependency {
  NodeIndex from;
  NodeIndex to;
  int distance = 0; ///< number of iterations from `from` to `to`; 0: the same iteration
  Cycles cycles;
  DependencyKind kind = DependencyKind::reg; ///< internal: from the load part to the operation part of one instruction
  PassedThrough via;
};

using EdgeIndex = Index<Dependency>;

/// A load that cannot take its value from the store that last wrote to one of its bytes, because that store did not
/// write all of them.
struct FailedForwarding {
  int store = 0; ///< indices into AddressAnalysis::accesses
  int load = 0;
  int distance = 0;
  Cycles cycles; ///< from the store to the load; 0: the model has no figure, and the graph uses the latency of a
                 ///< successful forwarding
  bool overlaps = false; ///< the load does not wait for other failed forwardings at the same address
};

struct DependencyGraph {
  Indexed<ValueNode> nodes; ///< in program order, so that edges of distance 0 lead forwards
  Indexed<Dependency> edges;
  std::vector<FailedForwarding> failed_forwardings; ///< in the order of the loads
  /// Instructions with loads that the core renames only in some runs; one entry for each store.
  std::vector<int> renamed_sometimes;
};

struct DependencyOptions {
  bool flags = true;             ///< follow dependencies through condition flags
  bool renamed_sometimes = true; ///< false: treat loads that the core renames only in some runs as not renamed
};

/// Dependencies through registers, flags and memory. A dependency through memory is followed if the two addresses
/// differ by a known constant (see address.h). All other accesses are assumed to be independent, as in similar tools.
[[nodiscard]] DependencyGraph dependency_graph(const CostedKernel &kernel, const AddressAnalysis &addresses,
                                               const DependencyOptions &options);

/// For a kernel that is a whole function: removes dependencies on earlier calls, except those through memory and the
/// stack pointer, because each call gets new arguments.
void make_calls_independent(const CostedKernel &kernel, DependencyGraph &graph);

// The latency of an instruction from one of its operands to another.

/// The latency of the operation, without that of its load. `from` and `to` are indices into
/// CostedInstruction::operands. Pass -1 as `from` for the slowest operand.
[[nodiscard]] Cycles operand_latency(const Core &core, const CostedInstruction &costed, int from, int to);

/// The latency to an operand from the slowest source.
[[nodiscard]] Cycles longest_latency(const Core &core, const CostedInstruction &costed, int to);

} // namespace osaca
