#include "analysis/memory/added_streams.h"

#include "analysis/findings/operation_table.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>

namespace osaca {
namespace {

/// A value as a sum of what streams hold, each times a constant.
struct LinearSum {
  StreamSet streams = 0;
  bool has_factor = false; ///< some of them
};

class SumFinder {
public:
  SumFinder(const Kernel &kernel, const PreparedKernel &prepared, const std::vector<AccessStream> &streams,
            StreamSet summands)
      : kernel_(kernel), graph_(prepared.graph), sums_(graph_.nodes.size()), incoming_(graph_.nodes.size()) {
    for (int s = 0; s < static_cast<int>(std::min(streams.size(), most_streams)); ++s)
      for (const int access : streams[at(s)].accesses) {
        const MemoryAccess &own = prepared.addresses.accesses[at(access)];
        if (own.reads && is_in(summands, s))
          loaded_from_[{own.instruction, own.operand}] = s;
        if (own.writes && !streams[at(s)].reads)
          written_afresh_.insert({own.instruction, own.operand});
      }
    for (const EdgeIndex edge : graph_.edges.indices())
      if (carries_value(graph_.edges[edge]))
        incoming_[graph_.edges[edge].to].push_back(edge);
  }

  std::vector<AddedStreams> find() {
    for (const NodeIndex node : graph_.nodes.indices())
      evaluate(node);
    return std::move(found_);
  }

private:
  [[nodiscard]] bool carries_value(const Dependency &edge) const {
    return edge.distance == 0 && (edge.kind == DependencyKind::reg || edge.kind == DependencyKind::internal) &&
           edge.via.part != PassedThrough::Part::base && edge.via.part != PassedThrough::Part::index;
  }

  void evaluate(NodeIndex n) {
    const ValueNode &node = graph_.nodes[n];
    if (node.kind == ValueKind::loaded) {
      if (const auto stream = loaded_from_.find({node.instruction, node.operand}); stream != loaded_from_.end())
        sums_[n].streams |= set_of(stream->second);
      return;
    }
    if (incoming_[n].empty())
      return;
    sums_[n] = result_of(n);
    if (node.kind == ValueKind::stored)
      note(sums_[n], 0, written_afresh_.contains({node.instruction, node.operand}));
  }

  /// The operand by which an edge reaches its instruction.
  [[nodiscard]] int operand_of(const Dependency &edge) const {
    return edge.kind == DependencyKind::internal ? graph_.nodes[edge.from].operand : edge.via.operand;
  }

  [[nodiscard]] LinearSum result_of(NodeIndex n) {
    const Instruction &instruction = kernel_.instructions[at(graph_.nodes[n].instruction)];
    const std::optional<std::size_t> addend = addend_operand(instruction.opcode);
    const bool multiplies = !addend && (instruction.mnemonic.find("mul") != std::string::npos ||
                                        instruction.mnemonic.find("div") != std::string::npos);
    std::vector<LinearSum> factors;
    std::vector<LinearSum> summands;
    for (const EdgeIndex e : incoming_[n]) {
      const LinearSum &source = sums_[graph_.edges[e].from];
      if (source.streams == 0)
        continue;
      const bool is_factor = multiplies || (addend && operand_of(graph_.edges[e]) != static_cast<int>(*addend));
      (is_factor ? factors : summands).push_back(source);
    }
    if (factors.size() > 1) { // a product of two streams ends both sums
      for (const LinearSum &factor : factors)
        note(factor, 0, false);
    } else if (!factors.empty()) {
      factors.front().has_factor = true;
      summands.push_back(factors.front());
    }
    return added(summands, operation_class(instruction.mnemonic) == "sum" &&
                               instruction.mnemonic.find("sub") == std::string::npos);
  }

  LinearSum added(const std::vector<LinearSum> &summands, bool is_addition) {
    LinearSum sum;
    StreamSet plain = 0;
    int plain_summands = 0;
    for (const LinearSum &summand : summands) {
      sum.streams |= summand.streams;
      sum.has_factor = sum.has_factor || summand.has_factor;
      if (!summand.has_factor) {
        plain |= summand.streams;
        ++plain_summands;
      }
    }
    if (is_addition && plain_summands > 1)
      note(sum, plain, false);
    return sum;
  }

  void note(const LinearSum &sum, StreamSet plain, bool is_stored) {
    if (std::popcount(sum.streams) < 2)
      return;
    // A sum grows: what it was a part of before is the same one.
    for (AddedStreams &known : found_) {
      if ((known.all & ~sum.streams) != 0)
        continue;
      known.all = sum.streams;
      known.plain |= plain;
      known.is_stored = known.is_stored || is_stored;
      return;
    }
    if (found_.size() < most_streams)
      found_.push_back({sum.streams, plain, is_stored});
  }

  const Kernel &kernel_;
  const DependencyGraph &graph_;
  Indexed<ValueNode, LinearSum> sums_;
  Indexed<ValueNode, std::vector<EdgeIndex>> incoming_; ///< that bring values, not addresses
  std::map<std::pair<int, int>, int> loaded_from_;      ///< by instruction and operand: the stream
  std::set<std::pair<int, int>> written_afresh_;
  std::vector<AddedStreams> found_;
};

} // namespace

std::vector<AddedStreams> added_streams(const Kernel &kernel, const PreparedKernel &prepared,
                                        const std::vector<AccessStream> &streams, StreamSet summands) {
  return SumFinder(kernel, prepared, streams, summands).find();
}

} // namespace osaca
