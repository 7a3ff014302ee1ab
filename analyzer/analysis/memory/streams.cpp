#include "analysis/memory/streams.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

namespace osaca {

namespace {

/// Two accesses at most this number of lines apart meet in the first level, whatever else the loop does.
constexpr std::int64_t lines_of_a_row = 4;

/// What accesses of one array have in common.
struct ArrayKey {
  bool has_step = false;
  std::int64_t step_bytes = 0;
  bool is_streaming_store = false;
  LinearTerms terms;
  friend auto operator<=>(const ArrayKey &, const ArrayKey &) = default;
};

bool is_streaming_store_of(const Instruction &instruction, const MemoryAccess &access) {
  return access.writes && !access.reads && instruction.mnemonic.find("movnt") != std::string::npos;
}

class StreamBuilder {
public:
  StreamBuilder(const Kernel &kernel, const PreparedKernel &prepared, const CacheShape &cache)
      : kernel_(kernel), prepared_(prepared), accesses_(prepared.addresses.accesses), cache_(cache) {}

  std::vector<AccessStream> build() {
    std::map<ArrayKey, std::vector<int>> arrays;
    for (int i = 0; i < static_cast<int>(accesses_.size()); ++i) {
      const MemoryAccess &access = accesses_[at(i)];
      const Instruction &instruction = kernel_.instructions[at(access.instruction)];
      if (!instruction.is_prefetch && !instruction.is_call)
        arrays[{access.step_bytes.has_value(), access.step_bytes.value_or(0),
                is_streaming_store_of(instruction, access), access.address.terms}]
            .push_back(i);
    }
    int number = 0;
    for (const auto &[key, members] : arrays)
      add_array(key, members, number++);
    std::ranges::sort(
        streams_, [](const AccessStream &a, const AccessStream &b) { return a.accesses.front() < b.accesses.front(); });
    return std::move(streams_);
  }

private:
  void add_array(const ArrayKey &key, std::vector<int> members, int number) {
    if (!key.has_step || key.step_bytes == 0)
      return add_stream(key, members, number);
    std::ranges::stable_sort(members, [&](int a, int b) { return offset_of(a) < offset_of(b); });
    const std::int64_t near = std::max(std::abs(key.step_bytes), lines_of_a_row * cache_.line_bytes);
    for (auto first = members.begin(); first != members.end();) {
      const auto end =
          std::adjacent_find(first, members.end(), [&](int a, int b) { return offset_of(b) - offset_of(a) > near; });
      const auto next = end == members.end() ? end : end + 1;
      add_stream(key, std::vector<int>(first, next), number);
      first = next;
    }
  }

  [[nodiscard]] std::string name_in_source(const std::vector<int> &members) const {
    std::string name;
    for (const int member : members) {
      const std::string &own = kernel_.instructions[at(accesses_[at(member)].instruction)].array;
      if (!name.empty() && !own.empty() && own != name)
        return {};
      name = name.empty() ? own : name;
    }
    return name;
  }

  [[nodiscard]] std::int64_t offset_of(int access) const { return accesses_[at(access)].address.offset; }

  void add_stream(const ArrayKey &key, std::vector<int> members, int number) {
    AccessStream stream;
    stream.array = number;
    if (key.has_step)
      stream.step_bytes = key.step_bytes;
    stream.even_step = accesses_[at(members.front())].even_step; // streams with the same terms have the same step
    stream.is_streaming_store = key.is_streaming_store;
    stream.first_offset_bytes = offset_of(members.front());
    for (const int member : members) {
      stream.first_offset_bytes = std::min(stream.first_offset_bytes, offset_of(member));
      stream.reads = stream.reads || accesses_[at(member)].reads;
      stream.writes = stream.writes || accesses_[at(member)].writes;
    }
    std::ranges::sort(members);
    stream.accesses = std::move(members);
    stream.source_name = name_in_source(stream.accesses);
    stream.kind = kind_of(stream);
    measure(stream);
    streams_.push_back(std::move(stream));
  }

  [[nodiscard]] const MemoryAccess &first_access(const AccessStream &stream) const {
    return accesses_[at(stream.accesses.front())];
  }

  [[nodiscard]] bool is_gather(const AccessStream &stream) const {
    return first_access(stream).memory->is_gather_scatter;
  }

  /// For a moving stream, only that it moves. Its lines show how far.
  [[nodiscard]] StreamKind kind_of(const AccessStream &stream) {
    if (is_string_operation(kernel_.instructions[at(first_access(stream).instruction)].opcode))
      return StreamKind::unknown;
    if (is_gather(stream))
      return StreamKind::indirect;
    if (stream.step_bytes)
      return *stream.step_bytes == 0 ? StreamKind::invariant : StreamKind::contiguous;
    if (stream.even_step) // if the length of a vector is not known, the step of an access is not known either
      return stream.even_step->of == EvenStep::Of::vector_length ? StreamKind::unknown : StreamKind::strided;
    if (!origins_)
      origins_.emplace(kernel_, prepared_);
    AddressOrigin origin = AddressOrigin::kept;
    for (const int access : stream.accesses)
      origin = std::max(origin, origins_->of(accesses_[at(access)]));
    return origin == AddressOrigin::kept     ? StreamKind::invariant
           : origin == AddressOrigin::chased ? StreamKind::chased
           : origin == AddressOrigin::loaded ? StreamKind::indirect
                                             : StreamKind::unknown;
  }

  /// Whether its address depends, within the loop, only on a byte that was loaded.
  [[nodiscard]] bool is_looked_up_by_byte(const AccessStream &stream) const {
    if (stream.kind != StreamKind::indirect || !origins_)
      return false;
    const std::vector<EdgeIndex> edges = origins_->edges_to(first_access(stream));
    return !edges.empty() && std::ranges::all_of(edges, [&](EdgeIndex edge) {
      const int maker = prepared_.graph.nodes[prepared_.graph.edges[edge].from].instruction;
      return std::ranges::any_of(accesses_, [&](const MemoryAccess &access) {
        return access.instruction == maker && access.reads && access.width_bytes == 1;
      });
    });
  }

  /// A table that is accessed with a few index bits stays in the first level.
  [[nodiscard]] bool is_small_table(const AccessStream &stream) const {
    if (is_looked_up_by_byte(stream))
      return 256 * first_access(stream).memory->scale <= cache_.l1_bytes / 2;
    const std::optional<MaskedTerm> &masked = first_access(stream).masked;
    return masked && masked->mask >= 0 && masked->mask <= cache_.l1_bytes &&
           std::abs(masked->term.coefficient) <= cache_.l1_bytes &&
           masked->mask * std::abs(masked->term.coefficient) <= cache_.l1_bytes / 2;
  }

  void measure(AccessStream &stream) const {
    if (stream.kind == StreamKind::unknown || stream.kind == StreamKind::invariant || is_small_table(stream))
      return;
    if (is_gather(stream)) {
      stream.step_bytes = std::nullopt;
      for (const int access : stream.accesses)
        stream.lines_per_iteration += Cycles(lanes_of(kernel_.instructions[at(accesses_[at(access)].instruction)]));
      return;
    }
    std::vector<TouchedBytes> touched;
    for (const int access : stream.accesses)
      touched.push_back({offset_of(access), std::max(accesses_[at(access)].width_bytes, 1)});
    const TouchedLines lines = lines_touched(std::move(touched), stream.step_bytes, cache_.line_bytes);
    stream.bytes_per_iteration = lines.bytes;
    stream.lines_per_iteration = lines.lines;
    stream.reads_neighbours = stream.reads && lines.overlaps;
    if (stream.kind == StreamKind::contiguous && !lines.all_lines) {
      stream.kind = StreamKind::strided;
      stream.line_step = line_step(stream);
    }
  }

  /// The beginnings of all accesses are compared. 1: the step is not a whole number of lines.
  [[nodiscard]] int line_step(const AccessStream &stream) const {
    if (*stream.step_bytes % cache_.line_bytes != 0)
      return 1;
    std::int64_t lines = std::abs(*stream.step_bytes) / cache_.line_bytes;
    for (const int access : stream.accesses)
      lines = std::gcd(lines, (offset_of(access) - stream.first_offset_bytes) / cache_.line_bytes);
    return static_cast<int>(std::min<std::int64_t>(lines, std::numeric_limits<int>::max()));
  }

  const Kernel &kernel_;
  const PreparedKernel &prepared_;
  const std::vector<MemoryAccess> &accesses_;
  CacheShape cache_;
  std::optional<AddressOrigins> origins_; ///< computed when first needed; most loops do not need them
  std::vector<AccessStream> streams_;
};

} // namespace

std::vector<AccessStream> streams_of(const Kernel &kernel, const PreparedKernel &prepared, const CacheShape &cache) {
  return StreamBuilder(kernel, prepared, cache).build();
}

AddressOrigins::AddressOrigins(const Kernel &code, const PreparedKernel &prepared)
    : graph_(prepared.graph), kept_(code, prepared.graph), first_(graph_.nodes.size()),
      loads_elsewhere_(graph_.nodes.size()) {
  for (const EdgeIndex edge : graph_.edges.indices())
    by_target_.push_back(edge);
  std::ranges::stable_sort(by_target_,
                           [&](EdgeIndex a, EdgeIndex b) { return graph_.edges[a].to < graph_.edges[b].to; });
  std::size_t next = 0;
  for (const NodeIndex node : graph_.nodes.indices()) {
    while (next < by_target_.size() && graph_.edges[by_target_[next]].to < node)
      ++next;
    first_[node] = next;
  }
  std::set<std::pair<int, int>> in_place;
  for (const MemoryAccess &access : prepared.addresses.accesses)
    if (access.step_bytes == 0)
      in_place.emplace(access.instruction, access.operand);
  for (const NodeIndex node : graph_.nodes.indices())
    loads_elsewhere_[node] = graph_.nodes[node].kind == ValueKind::loaded &&
                             !in_place.contains({graph_.nodes[node].instruction, graph_.nodes[node].operand});
}

std::vector<EdgeIndex> AddressOrigins::edges_to(const MemoryAccess &access) const {
  std::vector<EdgeIndex> found;
  for (const EdgeIndex edge : by_target_) {
    const PassedThrough &via = graph_.edges[edge].via;
    if (graph_.nodes[graph_.edges[edge].to].instruction == access.instruction &&
        via.instruction == access.instruction && via.operand == access.operand &&
        (via.part == PassedThrough::Part::base || via.part == PassedThrough::Part::index))
      found.push_back(edge);
  }
  return found;
}

AddressOrigin AddressOrigins::of(const MemoryAccess &access) const {
  const Trace all = trace(access, false);
  if (all.origin != AddressOrigin::chased)
    return all.origin;
  const Trace to_kept = trace(access, true);
  return to_kept.origin == AddressOrigin::computed && to_kept.is_kept && !to_kept.is_of_other_iteration
             ? AddressOrigin::kept
             : to_kept.origin;
}

AddressOrigins::Trace AddressOrigins::trace(const MemoryAccess &access, bool stops_at_kept) const {
  Indexed<ValueNode, bool> seen(graph_.nodes.size());
  std::vector<NodeIndex> open;
  Trace found;
  const auto come_from = [&](const Dependency &edge) {
    if (stops_at_kept && kept_.contain(edge.from)) {
      found.is_kept = true;
      return;
    }
    found.is_of_other_iteration = found.is_of_other_iteration || edge.distance > 0;
    if (!seen[edge.from])
      open.push_back(edge.from);
    seen[edge.from] = true;
  };
  for (const EdgeIndex edge : edges_to(access))
    come_from(graph_.edges[edge]);
  while (!open.empty()) {
    const NodeIndex node = open.back();
    open.pop_back();
    if (loads_elsewhere_[node]) {
      found.origin = AddressOrigin::loaded;
      if (graph_.nodes[node].instruction == access.instruction) {
        found.origin = AddressOrigin::chased;
        return found;
      }
    }
    for (std::size_t e = first_[node]; e < by_target_.size() && graph_.edges[by_target_[e]].to == node; ++e)
      come_from(graph_.edges[by_target_[e]]);
  }
  return found;
}

namespace {

bool holds(std::string_view opcode, std::string_view part) { return opcode.find(part) != std::string_view::npos; }

/// Derived from LLVM's names: VADDPDYrm, MULSSrr, FADDv2f64, FMULDrr, FADD_D. 0: not known from this name.
int bytes_by_name(const Instruction &instruction) {
  if (!instruction.is_scalar_fp && !instruction.is_vector_packed)
    return 0;
  const std::string_view opcode = instruction.opcode;
  for (const std::string_view of_doubles : {"PD", "SD", "f64", "Drr", "_D"})
    if (holds(opcode, of_doubles))
      return 8;
  for (const std::string_view of_floats : {"PS", "SS", "f32", "Srr", "_S"})
    if (holds(opcode, of_floats))
      return 4;
  return 0;
}

} // namespace

std::optional<int> element_bytes(const Kernel &kernel) {
  std::optional<int> found;
  for (const Instruction &instruction : kernel.instructions) {
    const int bytes = bytes_by_name(instruction);
    if (bytes == 0)
      continue;
    if (found && *found != bytes)
      return std::nullopt;
    found = bytes;
  }
  return found;
}

namespace {

constexpr std::string_view between_operands = " \t,*";

/// Includes a displacement or symbol that precedes the bracket without a space.
std::string_view with_displacement(std::string_view text, std::size_t open, std::size_t close) {
  std::size_t first = open;
  while (first > 0 && between_operands.find(text[first - 1]) == std::string_view::npos)
    --first;
  return text.substr(first, close + 1 - first);
}

} // namespace

std::string address_text(const Instruction &instruction, int operand) {
  const std::string_view text = instruction.text;
  const MemoryOperand *memory = as_memory(instruction.operands[static_cast<std::size_t>(operand)]);
  if (memory == nullptr || instruction.operands[static_cast<std::size_t>(operand)].implicit)
    return {};
  for (const auto &[open, close] : {std::pair('[', ']'), std::pair('(', ')')})
    if (const auto first = text.find(open); first != std::string_view::npos)
      if (const auto last = text.find(close, first); last != std::string_view::npos)
        return std::string(open == '[' ? text.substr(first, last + 1 - first) : with_displacement(text, first, last));
  return memory->symbol;
}

} // namespace osaca
