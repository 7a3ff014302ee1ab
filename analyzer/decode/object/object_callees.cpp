// Finds the functions that the loops of a group call, so that they can be read together with the group.
#include "base/index.h"
#include "decode/object/object_state.h"
#include "loops/callees.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace osaca {
namespace {

constexpr std::size_t most_functions = 32;
constexpr std::uint64_t most_function_bytes = 4U << 10U;
constexpr std::size_t most_pieces = 2000;

class CalleeSearch {
public:
  CalleeSearch(const ObjectPlan::State &plan, const MachineCodeReader &reader) : plan_(plan), reader_(reader) {}

  /// In the order in which they were found.
  std::vector<int> find(const std::vector<int> &group, const std::vector<CodeAddress> &called_by_loops) {
    known_.insert(group.begin(), group.end());
    for (const CodeAddress &target : called_by_loops)
      add(target, 1);
    while (!open_.empty()) {
      const auto [function, depth] = open_.front();
      open_.pop_front();
      for (const CodeAddress &target : targets_of(function))
        add(target, depth + 1);
    }
    return std::move(found_);
  }

private:
  struct Open {
    int function;
    int depth;
  };

  /// `place` may be a stub of the linker for a function of this file.
  void add(const CodeAddress &place, int depth) {
    int function = function_at(place);
    if (const auto stub = plan_.function_of_stub.find(place.address); stub != plan_.function_of_stub.end())
      function = stub->second;
    if (function < 0 || depth > CallLimits().depth || found_.size() >= most_functions)
      return;
    const CodeRange &range = plan_.functions[at(function)].range;
    if (range.end - range.begin > most_function_bytes || !known_.insert(function).second)
      return;
    found_.push_back(function);
    open_.push_back({function, depth});
  }

  /// The function that contains the address; -1: none.
  [[nodiscard]] int function_at(const CodeAddress &place) const {
    const std::optional<std::size_t> section = plan_.file->section_index->find(place);
    if (!section)
      return -1;
    const std::pair key(*section, place.address);
    const auto after = std::ranges::upper_bound(plan_.functions, key, {}, [](const ScannedFunction &function) {
      return std::pair(function.range.section, function.range.begin);
    });
    if (after == plan_.functions.begin())
      return -1;
    const CodeRange &range = std::prev(after)->range;
    const bool holds = range.section == *section && place.address < range.end;
    return holds ? static_cast<int>(after - plan_.functions.begin()) - 1 : -1;
  }

  /// The targets of its calls, and of its jumps to other functions.
  [[nodiscard]] std::vector<CodeAddress> targets_of(int function) const {
    const ObjectFile::State &file = *plan_.file;
    const CodeRange &range = plan_.functions[at(function)].range;
    const ObjectCutter cutter(*file.target, reader_, file.sections[range.section], file.is_relocatable);
    std::vector<CodeAddress> targets;
    for (const Piece &piece : cutter.cut(range.begin, range.end, most_pieces))
      if (piece.target)
        targets.push_back(*piece.target);
    return targets;
  }

  const ObjectPlan::State &plan_;
  const MachineCodeReader &reader_;
  std::set<int> known_;
  std::vector<int> found_;
  std::deque<Open> open_;
};

} // namespace

std::vector<int> callees_of_loops(const ObjectPlan::State &plan, std::size_t group, const ReadObject &object,
                                  const MachineCodeReader &reader) {
  const ParsedUnit &unit = object.read.unit;
  if (std::ranges::none_of(unit.instructions, [](const Instruction &instruction) { return instruction.is_call; }))
    return {};
  const FlowGraph graph = flow_graph(unit, whole(unit));
  const LoopForest forest = find_loops(graph);
  std::vector<CodeAddress> called;
  for (const BlockIndex b : graph.blocks.indices()) {
    if (!forest.loop_of_block[b].exists() && plan.regions.mode != RegionSelection::Mode::whole)
      continue;
    for (int code = graph.blocks[b].first; code <= graph.blocks[b].last; ++code) {
      const Instruction &instruction = unit.instructions[at(unit.statements[graph.code[at(code)]].instruction)];
      const std::optional<CodeAddress> &target = object.targets[at(instruction.number)];
      if (instruction.is_call && target)
        called.push_back(*target);
    }
  }
  return CalleeSearch(plan, reader).find(plan.groups[group], called);
}

} // namespace osaca
