#include "analysis/memory/stencil_rows.h"

#include "analysis/findings/operations.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace osaca {

namespace {

/// A value as a sum of streams' values, each times a constant.
struct LinearSum {
  StreamSet streams = 0;
  bool has_factor = false; ///< some streams have a factor
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

  /// The operand through which an edge enters its instruction.
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
    if (factors.size() > 1) { // a product of two streams ends both of their sums
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
    // A sum that grows replaces the sums that it contains.
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
  Indexed<ValueNode, std::vector<EdgeIndex>> incoming_; ///< edges for values, not for addresses
  std::map<std::pair<int, int>, int> loaded_from_;      ///< by instruction and operand: the stream
  std::set<std::pair<int, int>> written_afresh_;
  std::vector<AddedStreams> found_;
};

} // namespace

std::vector<AddedStreams> added_streams(const Kernel &kernel, const PreparedKernel &prepared,
                                        const std::vector<AccessStream> &streams, StreamSet summands) {
  return SumFinder(kernel, prepared, streams, summands).find();
}

namespace {

/// With two, a difference of the neighbours of two arrays, or the halves of one array, would look the same.
constexpr int fewest_rows = 3;
constexpr int fewest_rows_of_a_name = 2;

/// The name of the array, if known, and the step.
using RowKey = std::pair<std::string, std::int64_t>;
using RowGroups = std::map<RowKey, std::vector<int>>;

bool may_be_row(const AccessStream &stream) {
  return stream.reads && stream.kind == StreamKind::contiguous && (!stream.writes || !stream.source_name.empty());
}

StreamSet possible_rows(const std::vector<AccessStream> &streams) {
  StreamSet rows = 0;
  for (int s = 0; s < static_cast<int>(std::min(streams.size(), most_streams)); ++s)
    if (may_be_row(streams[at(s)]))
      rows |= set_of(s);
  return rows;
}

/// Rows have the same step and name. A stream without a name belongs to the only name that there is.
RowGroups row_groups(StreamSet members, const std::vector<AccessStream> &streams) {
  std::set<std::string> names;
  std::vector<int> rows;
  for (int s = 0; s < static_cast<int>(std::min(streams.size(), most_streams)); ++s)
    if (is_in(members, s)) {
      rows.push_back(s);
      if (!streams[at(s)].source_name.empty())
        names.insert(streams[at(s)].source_name);
    }
  RowGroups groups;
  for (const int row : rows)
    groups[{names.size() == 1 ? *names.begin() : streams[at(row)].source_name, *streams[at(row)].step_bytes}].push_back(
        row);
  return groups;
}

int bases_of(const std::vector<int> &rows, const std::vector<AccessStream> &streams) {
  std::set<int> bases;
  for (const int row : rows)
    bases.insert(streams[at(row)].array);
  return static_cast<int>(bases.size());
}

class RowFinder {
public:
  explicit RowFinder(const std::vector<AccessStream> &streams) : streams_(streams) {}

  /// Adds all streams of a name, because the enclosing loop is known to move them by one row.
  void add_named(StreamSet rows) {
    for (const auto &[key, group] : row_groups(rows, streams_))
      if (is_named(group))
        add(key, group, fewest_rows_of_a_name);
  }

  void add_sum(const AddedStreams &sum) {
    for (const auto &[key, group] : row_groups(sum.all, streams_)) {
      const bool has_neighbours =
          std::ranges::any_of(group, [&](int row) { return streams_[at(row)].reads_neighbours; });
      if (has_neighbours) {
        add(key, group, is_named(group) ? fewest_rows_of_a_name : fewest_rows);
      } else if (sum.is_stored) {
        std::vector<int> plain;
        std::ranges::copy_if(group, std::back_inserter(plain), [&](int row) { return is_in(sum.plain, row); });
        add(key, std::move(plain), fewest_rows);
      }
    }
  }

  [[nodiscard]] std::vector<std::vector<int>> found() && { return std::move(found_); }

private:
  [[nodiscard]] bool is_named(const std::vector<int> &rows) const {
    return std::ranges::none_of(rows, [&](int row) { return streams_[at(row)].source_name.empty(); });
  }

  void add(const RowKey &key, std::vector<int> rows, int fewest) {
    if (!add_written(key, rows) || bases_of(rows, streams_) < fewest ||
        std::ranges::any_of(rows, [&](int row) { return taken_.contains(row); }))
      return;
    std::ranges::sort(rows);
    taken_.insert(rows.begin(), rows.end());
    found_.push_back(std::move(rows));
  }

  /// Adds the row that is updated in place. False: there are several, so the enclosing loop advances by several rows at
  /// once.
  [[nodiscard]] bool add_written(const RowKey &key, std::vector<int> &rows) const {
    int written = 0;
    for (int s = 0; !rows.empty() && s < static_cast<int>(streams_.size()); ++s) {
      const AccessStream &stream = streams_[at(s)];
      const bool is_row = std::ranges::find(rows, s) != rows.end();
      if (!stream.writes || !(is_row || is_of(key, stream)))
        continue;
      ++written;
      if (!is_row)
        rows.push_back(s);
    }
    return written < 2;
  }

  [[nodiscard]] static bool is_of(const RowKey &key, const AccessStream &stream) {
    return !key.first.empty() && stream.source_name == key.first && stream.step_bytes == key.second &&
           stream.kind == StreamKind::contiguous && !stream.is_streaming_store;
  }

  const std::vector<AccessStream> &streams_;
  std::set<int> taken_;
  std::vector<std::vector<int>> found_;
};

} // namespace

std::vector<std::vector<int>> stencil_rows(const Kernel &kernel, const PreparedKernel &prepared,
                                           const std::vector<AccessStream> &streams) {
  RowFinder finder(streams);
  const StreamSet possible = possible_rows(streams);
  int fewest = fewest_rows;
  std::vector<int> candidates;
  for (int s = 0; s < static_cast<int>(std::min(streams.size(), most_streams)); ++s)
    if (is_in(possible, s)) {
      candidates.push_back(s);
      if (!streams[at(s)].source_name.empty())
        fewest = fewest_rows_of_a_name;
    }
  if (bases_of(candidates, streams) < fewest)
    return {};
  if (kernel.nest.row_bytes)
    finder.add_named(possible);
  for (const AddedStreams &sum : added_streams(kernel, prepared, streams, possible))
    finder.add_sum(sum);
  return std::move(finder).found();
}

} // namespace osaca
