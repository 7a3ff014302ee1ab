#include "loops/callees.h"

#include "base/index.h"
#include "loops/function_code.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>

namespace osaca {

namespace {

/// Control never comes back to the instruction after such a call.
bool is_followable_call(const Instruction &instruction) { return instruction.is_call && !ends_flow(instruction); }

bool has_call(const ParsedUnit &unit, const FlowGraph &graph, const std::vector<BlockIndex> &body) {
  return std::ranges::any_of(body, [&](BlockIndex b) {
    for (int c = graph.blocks[b].first; c <= graph.blocks[b].last; ++c)
      if (is_followable_call(instruction_of(unit, graph, c)))
        return true;
    return false;
  });
}

} // namespace

/// The flow graph of the whole unit, and the blocks at which functions begin.
class UnitFunctions {
public:
  UnitFunctions(const ParsedUnit &unit, CountedLoops &counted_loops)
      : unit_(unit), counted_loops_(counted_loops), graph_(flow_graph(unit, whole(unit))) {
    StatementIndex next;
    for (StatementIndex s = unit.statements.end_index(); s.number-- > 0;) {
      const AsmStatement &statement = unit.statements[s];
      if (statement.kind == AsmStatementKind::instruction)
        next = s;
      else if (statement.kind == AsmStatementKind::section)
        next = {};
      else if (statement.kind == AsmStatementKind::label && next.exists())
        entries_[statement.text] = next;
    }
  }

  [[nodiscard]] const FlowGraph &graph() const { return graph_; }

  /// The block that this label names; none if there is none.
  [[nodiscard]] BlockIndex entry(std::string_view label) const {
    const auto found = entries_.find(label);
    if (found == entries_.end())
      return {};
    const auto code = std::ranges::lower_bound(graph_.code, found->second) - graph_.code.begin();
    const BlockIndex block = graph_.block_of[at(code)];
    return graph_.blocks[block].first == code ? block : BlockIndex();
  }

  [[nodiscard]] int function_of(BlockIndex block) const {
    return unit_.statements[graph_.code[at(graph_.blocks[block].first)]].function;
  }

  /// The code of a function, or the reason why calls of it are not followed.
  struct Body {
    CallStatus status = CallStatus::followed;
    FlowGraph graph; ///< the first block is the entry
  };

  /// The code that control reaches from `entry`. A body with more than `most` instructions is too large.
  [[nodiscard]] const Body &body(BlockIndex entry, int most) {
    const auto [place, is_new] = bodies_.try_emplace(entry);
    if (is_new)
      place->second = read_body(entry, most);
    return place->second;
  }

private:
  [[nodiscard]] Body read_body(BlockIndex entry, int most) {
    std::optional<FlowGraph> code = code_from(graph_, entry, most);
    if (!code)
      return {CallStatus::too_large, {}};
    FlowGraph unrolled = counted_loops_.unrolled(*std::move(code), {0}, {.instructions = most});
    std::optional<FlowGraph> likely = likely_code(unit_, std::move(unrolled));
    if (!likely)
      return {CallStatus::not_returning, {}};
    if (!find_loops(*likely, {0}).loops.empty())
      return {CallStatus::has_loop, {}};
    return {CallStatus::followed, *std::move(likely)};
  }

  const ParsedUnit &unit_;
  CountedLoops &counted_loops_;
  FlowGraph graph_;
  std::map<BlockIndex, Body> bodies_;
  std::unordered_map<std::string_view, StatementIndex> entries_;
};

namespace {

/// Copies callees into the graph of a loop until every call has a status.
class CallExpansion {
public:
  CallExpansion(const ParsedUnit &unit, UnitFunctions &functions, const CallLimits &limits, FlowGraph graph)
      : unit_(unit), functions_(functions), limits_(limits),
        room_(std::min(limits.instructions, limits.instructions_of_unit)), graph_(std::move(graph)) {}

  FlowGraph expand() {
    home_ = unit_.statements[graph_.code.front()].function;
    for (const BlockIndex b : graph_.blocks.indices())
      open_.push_back({b, -1});
    while (!open_.empty()) {
      const auto [block, caller] = open_.front();
      open_.pop_front();
      for (int c = graph_.blocks[block].first; c <= graph_.blocks[block].last; ++c)
        if (is_followable_call(instruction_of(unit_, graph_, c))) {
          follow(block, c, caller);
          break; // the rest of the block has become another block, or is visited again
        }
    }
    return std::move(graph_);
  }

private:
  struct Open {
    BlockIndex block;
    int caller;
  };

  const ParsedUnit &unit_;
  UnitFunctions &functions_;
  CallLimits limits_;
  int room_;
  FlowGraph graph_;
  int home_ = -1; ///< the loop's function
  std::deque<Open> open_;

  /// Only a call through the table of imported functions names a function and reads memory.
  static std::string named_callee(const Instruction &call) {
    const std::string_view name = callee_of(call);
    if (!call.branch_target.empty())
      return std::string(name);
    for (const Operand &operand : call.operands) {
      if (std::holds_alternative<LabelOperand>(operand.value))
        return std::string(name);
      if (const MemoryOperand *memory = as_memory(operand); memory != nullptr && !operand.implicit)
        if (memory->symbol.find('@') != std::string::npos || memory->symbol.starts_with("__imp_"))
          return std::string(name);
    }
    return {};
  }

  void follow(BlockIndex block, int code, int caller) {
    const Instruction &call = instruction_of(unit_, graph_, code);
    CallSite site{code, named_callee(call), CallStatus::followed, caller};
    const BlockIndex entry = functions_.entry(callee_of(call));
    if (entry.exists())
      site.callee = callee_of(call);
    site.status = entry.exists()        ? status_of(entry, caller)
                  : site.callee.empty() ? CallStatus::indirect
                                        : CallStatus::elsewhere;
    const int number = static_cast<int>(graph_.calls.size());
    graph_.calls.push_back(site);
    const BlockIndex rest = split_after(block, code, caller);
    if (site.status == CallStatus::followed)
      insert(block, rest, functions_.body(entry, limits_.instructions).graph, number);
  }

  CallStatus status_of(BlockIndex entry, int caller) {
    int depth = 1;
    const int function = functions_.function_of(entry);
    bool is_running = function >= 0 && function == home_;
    for (int outer = caller; outer >= 0; outer = graph_.calls[at(outer)].caller, ++depth)
      is_running = is_running || functions_.entry(graph_.calls[at(outer)].callee) == entry;
    if (is_running)
      return CallStatus::recursive;
    if (depth > limits_.depth)
      return CallStatus::too_deep;
    const UnitFunctions::Body &body = functions_.body(entry, limits_.instructions);
    const bool is_too_large = static_cast<int>(body.graph.code.size()) > room_;
    return is_too_large ? CallStatus::too_large : body.status;
  }

  /// Ends the block at the call. The rest of it becomes a block of its own; none if the call is the last instruction.
  BlockIndex split_after(BlockIndex block, int code, int caller) {
    if (code == graph_.blocks[block].last)
      return {};
    const BlockIndex rest = graph_.blocks.end_index();
    BasicBlock second = graph_.blocks[block];
    second.first = code + 1;
    second.label.clear();
    second.starts_function = false;
    BasicBlock &first = graph_.blocks[block];
    first.last = code;
    first.successors = {{rest, FlowEdge::Kind::falls, 1.0}};
    first.runs_off = false;
    for (int c = second.first; c <= second.last; ++c)
      graph_.block_of[at(c)] = rest;
    graph_.blocks.push_back(std::move(second));
    open_.push_back({rest, caller});
    return rest;
  }

  /// `rest`: the block after the call; if there is none, control goes where it went after the call's block.
  void insert(BlockIndex block, BlockIndex rest, const FlowGraph &callee, int call) {
    const std::vector<FlowEdge> after =
        rest.exists() ? std::vector<FlowEdge>{{rest, FlowEdge::Kind::taken, 1.0}} : graph_.blocks[block].successors;
    const bool runs_off = graph_.blocks[block].runs_off;
    const BlockIndex first = graph_.blocks.end_index();
    const int code_before = static_cast<int>(graph_.code.size());
    room_ -= static_cast<int>(callee.code.size());
    graph_.code.insert(graph_.code.end(), callee.code.begin(), callee.code.end());
    for (BasicBlock copy : callee.blocks) {
      const Leaving way = leaving(unit_, callee, copy);
      copy.first += code_before;
      copy.last += code_before;
      copy.call = call;
      copy.runs_off = way != Leaving::stays && runs_off;
      for (FlowEdge &edge : copy.successors)
        edge.block.number += first.number;
      if (way != Leaving::stays)
        leave(copy, after, way, call);
      open_.push_back({graph_.blocks.end_index(), call});
      graph_.block_of.resize(graph_.block_of.size() + at(copy.last - copy.first + 1), graph_.blocks.end_index());
      graph_.blocks.push_back(std::move(copy));
    }
    graph_.blocks[block].successors = {{first, FlowEdge::Kind::falls, 1.0}};
    graph_.blocks[block].runs_off = false;
  }

  void leave(BasicBlock &copy, const std::vector<FlowEdge> &after, Leaving way, int call) {
    const Instruction &last = instruction_of(unit_, graph_, copy.last);
    for (FlowEdge edge : after) {
      if (last.is_conditional)
        edge = {edge.block, FlowEdge::Kind::taken, last.taken_probability};
      copy.successors.push_back(edge);
    }
    if (way == Leaving::jumps_to_unknown)
      graph_.calls.push_back(unknown_jump(unit_, graph_, copy.last, call));
  }
};

} // namespace

Callees::Callees(const ParsedUnit &unit, CallLimits limits)
    : unit_(unit), limits_(limits), counted_loops_(std::make_unique<CountedLoops>(unit)) {}
Callees::Callees(Callees &&) noexcept = default;
Callees::~Callees() = default;

UnitFunctions &Callees::functions() {
  if (!functions_)
    functions_ = std::make_unique<UnitFunctions>(unit_, *counted_loops_);
  return *functions_;
}

FlowGraph Callees::expanded(FlowGraph graph) {
  const std::size_t before = graph.code.size();
  FlowGraph followed = CallExpansion(unit_, functions(), limits_, std::move(graph)).expand();
  limits_.instructions_of_unit -= static_cast<int>(followed.code.size() - before);
  return followed;
}

std::optional<FlowGraph> Callees::whole_function(std::string_view name) {
  constexpr int most_instructions = 50'000;
  const BlockIndex entry = functions().entry(name);
  if (!entry.exists())
    return std::nullopt;
  std::optional<FlowGraph> graph = code_from(functions().graph(), entry, most_instructions);
  if (!graph)
    return std::nullopt;
  *graph = counted_loops_->unrolled(*std::move(graph), {0});
  for (BasicBlock &block : graph->blocks) {
    const Leaving way = leaving(unit_, *graph, block);
    block.runs_off = way != Leaving::stays;
    if (way == Leaving::jumps_to_unknown)
      graph->calls.push_back(unknown_jump(unit_, *graph, block.last, -1));
  }
  return expanded(*std::move(graph));
}

std::optional<FlowGraph> Callees::follow_calls(const FlowGraph &graph, const std::vector<BlockIndex> &body) {
  if (!has_call(unit_, graph, body))
    return std::nullopt;
  return expanded(part_of(graph, body));
}

std::vector<BlockIndex> all_blocks(const FlowGraph &graph, BlockIndex entry) {
  std::vector<BlockIndex> blocks = {entry};
  for (const BlockIndex block : graph.blocks.indices())
    if (block != entry)
      blocks.push_back(block);
  return blocks;
}

} // namespace osaca
