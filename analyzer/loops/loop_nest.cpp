#include "loops/loop_nest.h"

#include "base/index.h"

#include <algorithm>
#include <numeric>

namespace osaca {
namespace {

/// A depth-first walk from several roots, one after another; without recursion, for inputs of any depth.
struct Walk {
  std::vector<int> order;      ///< blocks in preorder
  std::vector<int> number;     ///< per block: its place in `order`
  std::vector<int> last_below; ///< per place: the last place in its subtree

  explicit Walk(const FlowGraph &graph, const std::vector<int> &roots) : number(graph.blocks.size(), -1) {
    for (const int root : roots)
      if (number[at(root)] < 0)
        from(graph, root);
  }

  [[nodiscard]] bool is_ancestor(int above, int below) const {
    return above <= below && below <= last_below[at(above)];
  }

private:
  void enter(int block) {
    number[at(block)] = static_cast<int>(order.size());
    order.push_back(block);
    last_below.push_back(0);
  }

  void from(const FlowGraph &graph, int root) {
    struct Frame {
      int block;
      std::size_t next;
    };
    std::vector<Frame> stack{{root, 0}};
    enter(root);
    while (!stack.empty()) {
      Frame &frame = stack.back();
      const auto &edges = graph.blocks[at(frame.block)].successors;
      if (frame.next == edges.size()) {
        last_below[at(number[at(frame.block)])] = static_cast<int>(order.size()) - 1;
        stack.pop_back();
        continue;
      }
      const int target = edges[frame.next++].block;
      if (number[at(target)] < 0) {
        enter(target);
        stack.push_back({target, 0});
      }
    }
  }
};

/// Where control may come in, best guesses first. A block met from an earlier root keeps its place: an exception's
/// landing pad that jumps back into a loop does not become the loop's second entry.
std::vector<int> roots_of(const FlowGraph &graph) {
  std::vector<char> reached(graph.blocks.size(), 0);
  for (const BasicBlock &block : graph.blocks)
    for (const FlowEdge &edge : block.successors)
      reached[at(edge.block)] = 1;
  std::vector<int> roots(graph.blocks.size());
  std::iota(roots.begin(), roots.end(), 0);
  const auto rank = [&](int block) {
    const bool starts = graph.blocks[at(block)].starts_function;
    return reached[at(block)] ? (starts ? 1 : 3) : (starts ? 0 : 2);
  };
  std::stable_sort(roots.begin(), roots.end(), [&](int a, int b) { return rank(a) < rank(b); });
  return roots;
}

/// Everything below works on places in the walk.
class Nest {
public:
  Nest(const FlowGraph &graph, const Walk &walk)
      : walk_(walk), count_(static_cast<int>(walk.order.size())), predecessors_(at(count_)), header_(at(count_), -1),
        is_header_(at(count_), 0), latches_(at(count_)), group_(at(count_)) {
    std::iota(group_.begin(), group_.end(), 0);
    std::int64_t edges = 0;
    for (int place = 0; place < count_; ++place)
      for (const FlowEdge &edge : graph.blocks[at(walk.order[at(place)])].successors) {
        predecessors_[at(walk.number[at(edge.block)])].push_back(place);
        ++edges;
      }
    handed_up_left_ = 8 * edges;
    for (int place = count_ - 1; place >= 0; --place)
      collect(place);
  }

  [[nodiscard]] LoopForest forest() const;

private:
  const Walk &walk_;
  int count_;
  std::vector<std::vector<int>> predecessors_;
  std::vector<int> header_; ///< of the loop directly around a place; for a header, around its own loop
  std::vector<char> is_header_;
  std::vector<std::vector<int>> latches_;
  std::vector<int> group_; ///< union-find: collected places lead to their header
  /// Side entries are handed to the loops further out; deep nests with many would take quadratic time.
  std::int64_t handed_up_left_ = 0;

  int find(int place) {
    int top = place;
    while (group_[at(top)] != top)
      top = group_[at(top)];
    while (group_[at(place)] != top)
      place = std::exchange(group_[at(place)], top);
    return top;
  }

  void collect(int head) {
    std::vector<int> body;
    std::vector<int> side_entries;
    const auto add = [&](int place) {
      const int top = find(place);
      if (!walk_.is_ancestor(head, top)) {
        side_entries.push_back(place);
      } else if (top != head) {
        group_[at(top)] = head;
        header_[at(top)] = head;
        body.push_back(top);
      }
    };
    for (const int from : predecessors_[at(head)])
      if (walk_.is_ancestor(head, from)) {
        is_header_[at(head)] = 1;
        latches_[at(head)].push_back(from);
      }
    for (const int latch : latches_[at(head)])
      add(latch);
    for (std::size_t i = 0; i < body.size(); ++i)
      for (const int from : predecessors_[at(body[i])])
        if (!walk_.is_ancestor(body[i], from)) // its own closing edges are inside it
          add(from);
    for (const int place : side_entries)
      if (handed_up_left_-- > 0)
        predecessors_[at(head)].push_back(place);
  }
};

/// Numbers the loops so that those inside one are a range.
void number_nest(std::vector<Loop> &loops) {
  std::vector<std::vector<int>> inner(loops.size());
  std::vector<int> stack;
  for (int l = static_cast<int>(loops.size()) - 1; l >= 0; --l)
    (loops[at(l)].parent < 0 ? stack : inner[at(loops[at(l)].parent)]).push_back(l);
  int order = 0;
  std::vector<int> preorder;
  while (!stack.empty()) {
    const int loop = stack.back();
    stack.pop_back();
    loops[at(loop)].order = loops[at(loop)].last_inner = order++;
    preorder.push_back(loop);
    stack.insert(stack.end(), inner[at(loop)].begin(), inner[at(loop)].end());
  }
  for (auto loop = preorder.rbegin(); loop != preorder.rend(); ++loop)
    if (const int parent = loops[at(*loop)].parent; parent >= 0) {
      loops[at(parent)].is_innermost = false;
      loops[at(parent)].last_inner = std::max(loops[at(parent)].last_inner, loops[at(*loop)].last_inner);
    }
}

LoopForest Nest::forest() const {
  LoopForest forest;
  forest.loop_of_block.assign(walk_.number.size(), -1);
  for (int block = 0; block < static_cast<int>(walk_.number.size()); ++block) {
    const int place = walk_.number[at(block)];
    if (place < 0 || !is_header_[at(place)])
      continue;
    forest.loop_of_block[at(block)] = static_cast<int>(forest.loops.size());
    Loop loop{.header = block, .latches = {}};
    for (const int latch : latches_[at(place)])
      loop.latches.push_back(walk_.order[at(latch)]);
    std::sort(loop.latches.begin(), loop.latches.end());
    forest.loops.push_back(std::move(loop));
  }
  const auto loop_at = [&](int place) { return place < 0 ? -1 : forest.loop_of_block[at(walk_.order[at(place)])]; };
  std::vector<int> around(walk_.number.size(), -1);
  for (int block = 0; block < static_cast<int>(walk_.number.size()); ++block)
    if (const int place = walk_.number[at(block)]; place >= 0)
      around[at(block)] = loop_at(header_[at(place)]);
  for (Loop &loop : forest.loops)
    loop.parent = around[at(loop.header)];
  for (std::size_t block = 0; block < around.size(); ++block)
    if (forest.loop_of_block[block] < 0)
      forest.loop_of_block[block] = around[block];
  number_nest(forest.loops);
  return forest;
}

} // namespace

bool LoopForest::contains(int loop, int block) const {
  const int inner = loop_of_block[at(block)];
  return inner >= 0 && loops[at(loop)].order <= loops[at(inner)].order &&
         loops[at(inner)].order <= loops[at(loop)].last_inner;
}

LoopForest find_loops(const FlowGraph &graph, int entry) {
  const Walk walk(graph, entry >= 0 ? std::vector<int>{entry} : roots_of(graph));
  return Nest(graph, walk).forest();
}

std::vector<std::vector<int>> innermost_blocks(const LoopForest &forest) {
  std::vector<std::vector<int>> blocks(forest.loops.size());
  for (std::size_t l = 0; l < forest.loops.size(); ++l)
    if (forest.loops[l].is_innermost)
      blocks[l].push_back(forest.loops[l].header);
  for (int block = 0; block < static_cast<int>(forest.loop_of_block.size()); ++block) {
    const int loop = forest.loop_of_block[at(block)];
    if (loop >= 0 && forest.loops[at(loop)].is_innermost && forest.loops[at(loop)].header != block)
      blocks[at(loop)].push_back(block);
  }
  return blocks;
}

} // namespace osaca
