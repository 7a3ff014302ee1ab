#include "loops/register_values.h"

#include "base/index.h"
#include "kernel/calling_convention.h"
#include "loops/function_code.h"

#include <algorithm>
#include <cstdlib>

namespace osaca {
namespace {

bool is_general(const Register &reg) {
  return reg.kind == RegisterKind::gpr || reg.kind == RegisterKind::stack_pointer;
}

/// The first units of the registers in the code that calls leave unchanged.
std::vector<std::uint16_t> units_kept_by_calls(const ParsedUnit &unit, const FlowGraph &graph) {
  std::vector<std::uint16_t> units;
  for (std::size_t code = 0; code < graph.code.size(); ++code)
    for (const Operand &operand : instruction_of(unit, graph, static_cast<int>(code)).operands)
      if (const Register *reg = as_register(operand);
          reg != nullptr && !reg->units.empty() && is_kept_by_calls(unit.isa, reg->name))
        units.push_back(reg->units.front());
  std::ranges::sort(units);
  const auto rest = std::ranges::unique(units);
  units.erase(rest.begin(), rest.end());
  return units;
}

/// Calls `each` with the units of the general registers that the instruction writes.
template <class Each> void for_each_written(const Instruction &instruction, Each each) {
  for (const Operand &operand : instruction.operands) {
    const Register *reg = as_register(operand);
    if (reg == nullptr || !operand.written || !is_general(*reg))
      continue;
    for (const std::uint16_t unit : reg->units)
      each(unit);
    for (const std::uint16_t unit : reg->rest)
      each(unit);
  }
}

} // namespace

const RegisterValue *RegisterState::find(std::uint16_t unit) const {
  const auto found = std::ranges::lower_bound(known_, unit, {}, &std::pair<std::uint16_t, RegisterValue>::first);
  return found != known_.end() && found->first == unit ? &found->second : nullptr;
}

void RegisterState::set(std::uint16_t unit, RegisterValue value) {
  const auto found = std::ranges::lower_bound(known_, unit, {}, &std::pair<std::uint16_t, RegisterValue>::first);
  if (found != known_.end() && found->first == unit)
    found->second = value;
  else
    known_.insert(found, {unit, value});
}

RegisterValues::RegisterValues(const ParsedUnit &unit, const FlowGraph &graph, const LoopForest &forest)
    : unit_(unit), graph_(graph), forest_(forest), kept_by_calls_(units_kept_by_calls(unit, graph)),
      writes_(forest.loops.size()), loop_at_(graph.blocks.size()), from_(graph.blocks.size()),
      begins_(graph.blocks.size()), ends_(graph.blocks.size()) {
  for (const BlockIndex block : graph.blocks.indices())
    for (const FlowEdge &edge : graph.blocks[block].successors)
      from_[edge.block].push_back(block);
  for (const LoopIndex loop : forest.loops.indices())
    loop_at_[forest.loops[loop].header] = loop;
  list_writes();
  for (const BlockIndex block : in_order()) {
    RegisterState state = at_begin_of(block);
    begins_[block] = state;
    for (int code = graph.blocks[block].first; code <= graph.blocks[block].last; ++code)
      execute(state, code);
    ends_[block] = std::move(state);
  }
}

void RegisterValues::list_writes() {
  for (const BlockIndex block : graph_.blocks.indices()) {
    const LoopIndex loop = forest_.loop_of_block[block];
    for (int code = graph_.blocks[block].first; loop.exists() && code <= graph_.blocks[block].last; ++code) {
      const Instruction &instruction = instruction_of(unit_, graph_, code);
      writes_[loop].by_calls |= instruction.is_call;
      for_each_written(instruction, [&](std::uint16_t unit) { writes_[loop].units.insert(unit); });
    }
  }
  // Inner loops have a larger number in the preorder.
  const auto loops = forest_.loops.indices();
  std::vector<LoopIndex> order(loops.begin(), loops.end());
  std::ranges::sort(order, [&](LoopIndex a, LoopIndex b) { return forest_.loops[a].order > forest_.loops[b].order; });
  for (const LoopIndex loop : order)
    if (const LoopIndex parent = forest_.loops[loop].parent; parent.exists()) {
      writes_[parent].units.insert(writes_[loop].units.begin(), writes_[loop].units.end());
      writes_[parent].by_calls |= writes_[loop].by_calls;
    }
}

/// The reverse of the order in which depth-first walks leave the blocks; unreachable blocks come last.
std::vector<BlockIndex> RegisterValues::in_order() const {
  Indexed<BasicBlock, std::size_t> next(graph_.blocks.size(), 0);
  Indexed<BasicBlock, char> seen(graph_.blocks.size(), 0);
  std::vector<BlockIndex> order;
  const auto walk = [&](BlockIndex root) {
    std::vector<BlockIndex> left;
    std::vector<BlockIndex> stack = {root};
    seen[root] = 1;
    while (!stack.empty()) {
      const BlockIndex block = stack.back();
      if (next[block] == graph_.blocks[block].successors.size()) {
        left.push_back(block);
        stack.pop_back();
      } else if (const BlockIndex target = graph_.blocks[block].successors[next[block]++].block; seen[target] == 0) {
        seen[target] = 1;
        stack.push_back(target);
      }
    }
    order.insert(order.end(), left.rbegin(), left.rend());
  };
  for (const BlockIndex root : graph_.blocks.indices())
    if (root.number == 0 || from_[root].empty())
      walk(root);
  for (const BlockIndex root : graph_.blocks.indices())
    if (seen[root] == 0)
      walk(root);
  return order;
}

RegisterState RegisterValues::at_begin_of(BlockIndex block) {
  const LoopIndex loop = loop_at_[block];
  std::vector<const RegisterState *> ways;
  for (const BlockIndex from : from_[block])
    if (!loop.exists() || !forest_.contains(loop, from)) {
      if (!ends_[from]) // a way into the middle of a loop, or from code that nothing leads to
        return RegisterState(block.number);
      ways.push_back(&*ends_[from]);
    }
  // What is known at the entry of the function is a way to its first block.
  const RegisterState entry{block.number};
  if (block.number == 0 || ways.empty())
    ways.push_back(&entry);
  RegisterState state = joined(block, ways);
  if (loop.exists())
    forget(state, block, writes_[loop]);
  return state;
}

RegisterState RegisterValues::joined(BlockIndex block, const std::vector<const RegisterState *> &ways) {
  const int since = ways.front()->since();
  const bool same = std::ranges::all_of(ways, [&](const RegisterState *way) { return way->since() == since; });
  RegisterState state{same ? since : block.number};
  for (const RegisterState *way : ways)
    for (const auto &[unit, known] : way->known()) {
      const RegisterValue first = value(*ways.front(), unit);
      const bool agree =
          std::ranges::all_of(ways, [&, u = unit](const RegisterState *other) { return value(*other, u) == first; });
      state.set(unit, agree ? first : RegisterValue{unknown(block.number, unit), 0});
    }
  return state;
}

void RegisterValues::forget(RegisterState &state, BlockIndex header, const Writes &writes) {
  if (writes.by_calls)
    call(state, header.number);
  for (const std::uint16_t unit : writes.units)
    state.set(unit, {unknown(header.number, unit), 0});
}

int RegisterValues::unknown(int place, std::uint16_t unit) {
  const auto [known, is_new] = unknowns_.try_emplace({place, unit}, static_cast<int>(places_.size()) + 1);
  if (is_new)
    places_.emplace_back(place, unit);
  return known->second;
}

RegisterValues::Origin RegisterValues::origin_of(const RegisterValue &value) const {
  const auto &[place, unit] = places_[at(value.unknown - 1)];
  if (place >= 0)
    return {BlockIndex{place}, -1, unit};
  return {graph_.block_of[at(-1 - place)], -1 - place, unit};
}

RegisterValue RegisterValues::value(const RegisterState &state, std::uint16_t unit) {
  const RegisterValue *known = state.find(unit);
  return known != nullptr ? *known : RegisterValue{unknown(state.since(), unit), 0};
}

std::optional<RegisterValue> RegisterValues::result_of(const RegisterState &state, const Instruction &instruction) {
  const AffineResult &affine = *instruction.affine;
  if (affine.vector_eighths != 0)
    return std::nullopt;
  constexpr std::int64_t largest = std::int64_t{1} << 40;
  RegisterValue sum{0, affine.constant};
  for (const AffineResult::Term &term : affine.terms()) {
    const auto value_of = [&](int operand) {
      const Register *reg = as_register(instruction.operands[at(operand)]);
      return reg == nullptr || reg->units.empty() ? RegisterValue() : value(state, reg->units.front());
    };
    RegisterValue part = value_of(term.operand);
    if (term.times >= 0 || std::abs(term.factor) > largest || std::abs(part.offset) > largest)
      return std::nullopt;
    if (part.unknown != 0 && (term.factor != 1 || sum.unknown != 0))
      return std::nullopt;
    std::int64_t scaled = 0;
    if (__builtin_mul_overflow(part.offset, term.factor, &scaled) || std::abs(scaled) > largest)
      return std::nullopt;
    sum.unknown = std::max(sum.unknown, part.unknown);
    sum.offset += scaled;
  }
  if (affine.right_shift == 0)
    return sum;
  const std::int64_t divisor = std::int64_t{1} << affine.right_shift;
  if (sum.unknown != 0 || sum.offset % divisor != 0)
    return std::nullopt;
  return RegisterValue{0, sum.offset / divisor};
}

/// A called function may change all registers except those that it has to keep.
void RegisterValues::call(RegisterState &state, int place) {
  RegisterState after{place};
  for (const std::uint16_t unit : kept_by_calls_)
    after.set(unit, value(state, unit));
  state = std::move(after);
}

void RegisterValues::execute(RegisterState &state, int code) {
  const Instruction &instruction = instruction_of(unit_, graph_, code);
  if (instruction.is_call)
    return call(state, -1 - code);
  const std::optional<RegisterValue> result = instruction.affine ? result_of(state, instruction) : std::nullopt;
  for_each_written(instruction, [&](std::uint16_t unit) { state.set(unit, {unknown(-1 - code, unit), 0}); });
  if (!result)
    return;
  const Register *target = as_register(instruction.operands[at(instruction.affine->target)]);
  if (target != nullptr && !target->units.empty())
    state.set(target->units.front(), *result);
}

RegisterState RegisterValues::state_before(int code) {
  const BlockIndex block = graph_.block_of[at(code)];
  RegisterState state = *begins_[block];
  for (int earlier = graph_.blocks[block].first; earlier < code; ++earlier)
    execute(state, earlier);
  return state;
}

RegisterValue RegisterValues::at_end(BlockIndex block, std::uint16_t unit) { return value(*ends_[block], unit); }
RegisterValue RegisterValues::before(int code, std::uint16_t unit) { return value(state_before(code), unit); }
RegisterValue RegisterValues::after(int code, std::uint16_t unit) {
  RegisterState state = state_before(code);
  execute(state, code);
  return value(state, unit);
}

} // namespace osaca
