#include "loops/flow_graph.h"

#include "base/index.h"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>

namespace osaca {
namespace {

struct WalkStep;
using Place = Index<WalkStep>; ///< in the walk

/// A depth-first walk from several roots, one after another. It does not recurse, so the input may have any depth.
struct Walk {
  Indexed<WalkStep, BlockIndex> order; ///< preorder
  Indexed<BasicBlock, Place> place_of; ///< none: the walk does not reach it
  Indexed<WalkStep, Place> last_below; ///< the last place in its subtree

  explicit Walk(const FlowGraph &graph, const std::vector<BlockIndex> &roots) : place_of(graph.blocks.size()) {
    for (const BlockIndex root : roots)
      if (!place_of[root].exists())
        from(graph, root);
  }

  [[nodiscard]] bool is_ancestor(Place above, Place below) const {
    return above <= below && below <= last_below[above];
  }

private:
  void enter(BlockIndex block) {
    place_of[block] = order.end_index();
    order.push_back(block);
    last_below.emplace_back();
  }

  void from(const FlowGraph &graph, BlockIndex root) {
    struct Frame {
      BlockIndex block;
      std::size_t next;
    };
    std::vector<Frame> stack{{root, 0}};
    enter(root);
    while (!stack.empty()) {
      Frame &frame = stack.back();
      const auto &edges = graph.blocks[frame.block].successors;
      if (frame.next == edges.size()) {
        last_below[place_of[frame.block]] = place_of[order.back()];
        stack.pop_back();
        continue;
      }
      const BlockIndex target = edges[frame.next++].block;
      if (!place_of[target].exists()) {
        enter(target);
        stack.push_back({target, 0});
      }
    }
  }
};

/// The blocks where control may enter, best guesses first. A block that an earlier root reaches keeps its place: a
/// landing pad of an exception that jumps back into a loop does not become a second entry of the loop.
std::vector<BlockIndex> roots_of(const FlowGraph &graph) {
  Indexed<BasicBlock, char> reached(graph.blocks.size(), 0);
  for (const BasicBlock &block : graph.blocks)
    for (const FlowEdge &edge : block.successors)
      reached[edge.block] = 1;
  const auto blocks = graph.blocks.indices();
  std::vector<BlockIndex> roots(blocks.begin(), blocks.end());
  const auto rank = [&](BlockIndex block) {
    const bool starts = graph.blocks[block].starts_function;
    return reached[block] ? (starts ? 1 : 3) : (starts ? 0 : 2);
  };
  std::ranges::stable_sort(roots, [&](BlockIndex a, BlockIndex b) { return rank(a) < rank(b); });
  return roots;
}

class Nest {
public:
  Nest(const FlowGraph &graph, const Walk &walk)
      : walk_(walk), predecessors_(walk.order.size()), header_(walk.order.size()), is_header_(walk.order.size(), 0),
        latches_(walk.order.size()), group_(walk.order.size()) {
    std::int64_t edges = 0;
    for (const Place place : walk.order.indices()) {
      group_[place] = place;
      for (const FlowEdge &edge : graph.blocks[walk.order[place]].successors) {
        predecessors_[walk.place_of[edge.block]].push_back(place);
        ++edges;
      }
    }
    handed_up_left_ = 8 * edges;
    for (const Place place : walk.order.indices() | std::views::reverse)
      collect(place);
  }

  [[nodiscard]] LoopForest forest() const;

private:
  const Walk &walk_;
  Indexed<WalkStep, std::vector<Place>> predecessors_;
  Indexed<WalkStep, Place> header_; ///< of the innermost loop around a place; for a header, of the next outer one
  Indexed<WalkStep, char> is_header_;
  Indexed<WalkStep, std::vector<Place>> latches_;
  Indexed<WalkStep, Place> group_; ///< union-find: collected places point to their header
  /// Side entries are passed on to the outer loops. In deep nests with many of them this would take quadratic time, so
  /// the number is limited.
  std::int64_t handed_up_left_ = 0;

  Place find(Place place) {
    Place top = place;
    while (group_[top] != top)
      top = group_[top];
    while (group_[place] != top)
      place = std::exchange(group_[place], top);
    return top;
  }

  void collect(Place head) {
    std::vector<Place> body;
    std::vector<Place> side_entries;
    const auto add = [&](Place place) {
      const Place top = find(place);
      if (!walk_.is_ancestor(head, top)) {
        side_entries.push_back(place);
      } else if (top != head) {
        group_[top] = head;
        header_[top] = head;
        body.push_back(top);
      }
    };
    for (const Place from : predecessors_[head])
      if (walk_.is_ancestor(head, from)) {
        is_header_[head] = 1;
        latches_[head].push_back(from);
      }
    for (const Place latch : latches_[head])
      add(latch);
    for (std::size_t i = 0; i < body.size(); ++i)
      for (const Place from : predecessors_[body[i]])
        if (!walk_.is_ancestor(body[i], from)) // the loop's own closing edges are inside the loop
          add(from);
    for (const Place place : side_entries)
      if (handed_up_left_-- > 0)
        predecessors_[head].push_back(place);
  }
};

/// Numbers the loops in preorder, so that the loops inside one are a range.
void number_nest(Indexed<Loop> &loops) {
  Indexed<Loop, std::vector<LoopIndex>> inner(loops.size());
  std::vector<LoopIndex> stack;
  for (const LoopIndex l : loops.indices() | std::views::reverse)
    (loops[l].parent.exists() ? inner[loops[l].parent] : stack).push_back(l);
  int order = 0;
  std::vector<LoopIndex> preorder;
  while (!stack.empty()) {
    const LoopIndex loop = stack.back();
    stack.pop_back();
    loops[loop].order = loops[loop].last_inner = order++;
    preorder.push_back(loop);
    stack.insert(stack.end(), inner[loop].begin(), inner[loop].end());
  }
  for (const LoopIndex loop : preorder | std::views::reverse)
    if (const LoopIndex parent = loops[loop].parent; parent.exists()) {
      loops[parent].is_innermost = false;
      loops[parent].last_inner = std::max(loops[parent].last_inner, loops[loop].last_inner);
    }
}

LoopForest Nest::forest() const {
  LoopForest forest;
  forest.loop_of_block.resize(walk_.place_of.size());
  for (const BlockIndex block : walk_.place_of.indices()) {
    const Place place = walk_.place_of[block];
    if (!place.exists() || !is_header_[place])
      continue;
    forest.loop_of_block[block] = forest.loops.end_index();
    Loop loop{.header = block, .parent = {}, .latches = {}};
    for (const Place latch : latches_[place])
      loop.latches.push_back(walk_.order[latch]);
    std::ranges::sort(loop.latches);
    forest.loops.push_back(std::move(loop));
  }
  Indexed<BasicBlock, LoopIndex> around(walk_.place_of.size());
  for (const BlockIndex block : around.indices())
    if (const Place place = walk_.place_of[block]; place.exists() && header_[place].exists())
      around[block] = forest.loop_of_block[walk_.order[header_[place]]];
  for (Loop &loop : forest.loops)
    loop.parent = around[loop.header];
  for (const BlockIndex block : around.indices())
    if (!forest.loop_of_block[block].exists())
      forest.loop_of_block[block] = around[block];
  number_nest(forest.loops);
  return forest;
}

} // namespace

bool LoopForest::contains(LoopIndex loop, BlockIndex block) const {
  const LoopIndex inner = loop_of_block[block];
  return inner.exists() && loops[loop].order <= loops[inner].order && loops[inner].order <= loops[loop].last_inner;
}

std::vector<LoopIndex> LoopForest::innermost() const {
  std::vector<LoopIndex> found;
  for (const LoopIndex loop : loops.indices())
    if (loops[loop].is_innermost)
      found.push_back(loop);
  return found;
}

LoopBlocks::LoopBlocks(const FlowGraph &graph, const LoopForest &forest)
    : loops_(forest.loops), own_(forest.loops.size()), sizes_(forest.loops.size(), 0) {
  std::vector<int> parents(forest.loops.size(), -1); // by order
  for (const Loop &loop : forest.loops)
    parents[at(loop.order)] = loop.parent.exists() ? forest.loops[loop.parent].order : -1;
  for (const BlockIndex block : forest.loop_of_block.indices())
    if (const LoopIndex loop = forest.loop_of_block[block]; loop.exists()) {
      own_[at(forest.loops[loop].order)].push_back(block);
      sizes_[at(forest.loops[loop].order)] += graph.size_of(block);
    }
  for (std::size_t order = sizes_.size(); order-- > 0;)
    if (parents[order] >= 0)
      sizes_[at(parents[order])] += sizes_[order];
}

std::vector<BlockIndex> LoopBlocks::of(LoopIndex l) const {
  const Loop &loop = loops_[l];
  std::vector<BlockIndex> blocks = {loop.header};
  for (int order = loop.order; order <= loop.last_inner; ++order)
    std::ranges::copy_if(own_[at(order)], std::back_inserter(blocks),
                         [&](BlockIndex block) { return block != loop.header; });
  return blocks;
}

LoopForest find_loops(const FlowGraph &graph, BlockIndex entry) {
  const Walk walk(graph, entry.exists() ? std::vector<BlockIndex>{entry} : roots_of(graph));
  return Nest(graph, walk).forest();
}

} // namespace osaca
