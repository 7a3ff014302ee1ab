// SPDX-License-Identifier: GPL-3.0-or-later
#include "machine_loops.h"

#include "machine_cfg.h"

namespace osaca::gcc {
namespace {

/// The source loops around one instruction, innermost first, through all calls it was inlined through.
using Enclosing = std::vector<LoopCopy>;

class SourceLoops {
public:
  SourceLoops(LoopExtents &extents, InlineContexts &contexts) : extents_(extents), contexts_(contexts) {}

  const Enclosing &around(rtx_insn *insn) {
    const location_t location = INSN_LOCATION(insn);
    const auto known = cache_.find(location);
    if (known != cache_.end())
      return known->second;
    Enclosing &found = cache_[location];
    int context = contexts_.of(location);
    location_t place = plain(location);
    while (true) {
      for (int id = extents_.innermost_at(place); id >= 0; id = extents_[id].parent)
        add(found, {id, context});
      if (context == InlineContexts::none)
        return found;
      place = contexts_.call_site(context);
      context = contexts_.outer(context);
    }
  }

private:
  /// The body of a lambda lies in the text of the loop around it and is called from there: once is enough.
  static void add(Enclosing &found, const LoopCopy &copy) {
    found.erase(std::remove_if(found.begin(), found.end(),
                               [&copy](const LoopCopy &other) { return other.extent == copy.extent; }),
                found.end());
    found.push_back(copy);
  }

  LoopExtents &extents_;
  InlineContexts &contexts_;
  std::unordered_map<location_t, Enclosing> cache_;
};

/// How many of a machine loop's own instructions lie in each source loop.
struct Coverage {
  struct Part {
    int count = 0;
    int distance_from_outside = 0;
    bool has_immediate = false; ///< an instruction of the loop's own text, not of a function inlined into it
    int inlined_from = -1;      ///< the one call they all came through, -2 if there are several
  };
  int located = 0;
  std::map<LoopCopy, Part> parts;
};

class Attribution {
public:
  Attribution(SourceLoops &sources, InlineContexts &contexts) : sources_(sources), contexts_(contexts) {}

  void add(rtx_insn *insn) {
    // Constants that are made anew inside a loop stand at the begin of the function.
    const location_t place = plain(INSN_LOCATION(insn));
    if (place <= BUILTINS_LOCATION || place == plain(cfun->function_start_locus))
      return;
    ++coverage_.located;
    const Enclosing &around = sources_.around(insn);
    const int context = contexts_.of(INSN_LOCATION(insn));
    for (size_t i = 0; i < around.size(); ++i) {
      Coverage::Part &part = coverage_.parts[around[i]];
      ++part.count;
      part.distance_from_outside = static_cast<int>(around.size() - i);
      part.has_immediate |= around[i].context == context;
      const int via = call_below(context, around[i].context);
      part.inlined_from = part.inlined_from == -1 || part.inlined_from == via ? via : -2;
    }
  }

  struct Result {
    LoopCopy sure;     ///< the source loop
    LoopCopy possible; ///< all instructions came through one call in it: it is this loop, or one inside the callee
  };

  /// The smallest source loop that covers nearly everything and does not already own a loop inside this one.
  [[nodiscard]] Result result(const std::vector<LoopCopy> &inside) const {
    Result best;
    int sure_distance = 0;
    int possible_distance = 0;
    for (const auto &entry : coverage_.parts) {
      const Coverage::Part &part = entry.second;
      const bool covers = part.count * 10 >= coverage_.located * 9;
      const bool taken = std::find(inside.begin(), inside.end(), entry.first) != inside.end();
      if (!covers || taken)
        continue;
      const bool only_inlined = !part.has_immediate && part.inlined_from >= 0;
      int &distance = only_inlined ? possible_distance : sure_distance;
      if (part.distance_from_outside <= distance)
        continue;
      (only_inlined ? best.possible : best.sure) = entry.first;
      distance = part.distance_from_outside;
    }
    // A possible loop around the sure one says nothing new.
    if (possible_distance <= sure_distance)
      best.possible = LoopCopy();
    return best;
  }

private:
  /// The call in `outer` that leads down to `context`; `outer` itself if it is that.
  [[nodiscard]] int call_below(int context, int outer) const {
    while (context != outer && context != InlineContexts::none && contexts_.outer(context) != outer)
      context = contexts_.outer(context);
    return context;
  }

  SourceLoops &sources_;
  InlineContexts &contexts_;
  Coverage coverage_;
};

class Finder {
public:
  Finder(LoopExtents &extents, InlineContexts &contexts) : contexts_(contexts), sources_(extents, contexts) {}

  FunctionLoops find() {
    for (class loop *loop : cfg_.loops())
      index_[loop] = static_cast<int>(index_.size());
    result_.loops.resize(index_.size());
    for (class loop *loop : cfg_.loops())
      describe(loop);
    settle_possible();
    assign_roles();
    count_remains();
    return std::move(result_);
  }

private:
  void describe(class loop *loop) {
    MachineLoop &machine = result_.loops[index_[loop]];
    machine.innermost = loop->inner == nullptr;
    machine.parent = loop_outer(loop) != nullptr && index_.count(loop_outer(loop)) != 0 ? index_[loop_outer(loop)] : -1;
    Attribution attribution(sources_, contexts_);
    machine.blocks.push_back(uids_of(loop->header));
    basic_block block = nullptr;
    FOR_EACH_BB_FN(block, cfun) {
      if (!flow_bb_inside_loop_p(loop, block))
        continue;
      if (block != loop->header)
        machine.blocks.push_back(uids_of(block));
      if (block->loop_father != loop)
        continue;
      rtx_insn *insn = nullptr;
      FOR_BB_INSNS(block, insn) {
        if (!is_real(insn))
          continue;
        attribution.add(insn);
        if (machine.place == UNKNOWN_LOCATION && INSN_HAS_LOCATION(insn))
          machine.place = INSN_LOCATION(insn);
        machine.vector_bits = std::max(machine.vector_bits, vector_bits(insn));
      }
    }
    const Attribution::Result result = attribution.result(taken_inside(loop));
    machine.source = result.sure;
    if (result.possible.extent >= 0)
      possible_[index_[loop]] = result.possible;
  }

  /// A loop that may be one inside a callee is the source loop itself if nothing else is: neither a loop for sure nor
  /// one around it of which too little is known.
  void settle_possible() {
    std::vector<LoopCopy> sure;
    for (const MachineLoop &machine : result_.loops)
      sure.push_back(machine.source);
    for (const auto &entry : possible_) {
      if (std::find(sure.begin(), sure.end(), entry.second) != sure.end())
        continue;
      const int parent = result_.loops[entry.first].parent;
      const bool is_parent = parent >= 0 && result_.loops[parent].source.extent < 0;
      result_.loops[is_parent ? parent : entry.first].source = entry.second;
    }
  }

  [[nodiscard]] std::vector<LoopCopy> taken_inside(class loop *loop) {
    std::vector<LoopCopy> taken;
    for (class loop *inner = loop->inner; inner != nullptr; inner = inner->next) {
      const std::vector<LoopCopy> below = taken_inside(inner);
      taken.insert(taken.end(), below.begin(), below.end());
      taken.push_back(result_.loops[index_[inner]].source);
    }
    return taken;
  }

  static std::vector<int> uids_of(basic_block block) {
    std::vector<int> uids;
    rtx_insn *insn = nullptr;
    FOR_BB_INSNS(block, insn)
    if (is_real(insn))
      uids.push_back(INSN_UID(insn));
    return uids;
  }

  void assign_roles() {
    std::map<LoopCopy, std::vector<class loop *>> copies;
    for (class loop *loop : cfg_.loops())
      if (result_.loops[index_[loop]].source.extent >= 0)
        copies[result_.loops[index_[loop]].source].push_back(loop);
    for (const auto &entry : copies)
      assign_roles(entry.second, entry.first.context != InlineContexts::none);
  }

  void assign_roles(const std::vector<class loop *> &copies, bool is_inlined) {
    int widest = 0;
    for (class loop *copy : copies)
      widest = std::max(widest, result_.loops[index_[copy]].vector_bits);
    for (class loop *copy : copies) {
      MachineLoop &machine = result_.loops[index_[copy]];
      if (!machine.innermost) // vectors in it are those of the loops inside
        machine.role = is_inlined || copies.size() > 1 ? "copy" : "";
      else if (widest > 0 && machine.vector_bits == widest)
        machine.role = "vector body";
      else if (follows_wider(copy, copies))
        machine.role = "remainder";
      else if (is_inlined || copies.size() > 1)
        machine.role = "copy";
    }
  }

  bool follows_wider(class loop *narrow, const std::vector<class loop *> &copies) {
    return std::any_of(copies.begin(), copies.end(), [&](class loop *other) {
      return result_.loops[index_[other]].vector_bits > result_.loops[index_[narrow]].vector_bits &&
             MachineCfg::leads_to(other, narrow);
    });
  }

  void count_remains() {
    basic_block block = nullptr;
    FOR_EACH_BB_FN(block, cfun) {
      rtx_insn *insn = nullptr;
      const bool in_loop = index_.count(block->loop_father) != 0;
      FOR_BB_INSNS(block, insn) {
        if (!is_real(insn) || plain(INSN_LOCATION(insn)) <= BUILTINS_LOCATION)
          continue;
        for (const LoopCopy &copy : sources_.around(insn))
          count(result_.remains[copy.extent], insn, in_loop);
      }
    }
  }

  static void count(Remains &remains, rtx_insn *insn, bool in_loop) {
    ++remains.located_instructions;
    remains.in_other_loops += in_loop ? 1 : 0;
    const std::string callee = callee_of(insn);
    if (!callee.empty())
      remains.callees.push_back(callee);
  }

  MachineCfg cfg_;
  InlineContexts &contexts_;
  SourceLoops sources_;
  std::unordered_map<class loop *, int> index_;
  std::map<int, LoopCopy> possible_;
  FunctionLoops result_;
};

} // namespace

FunctionLoops find_machine_loops(LoopExtents &extents, InlineContexts &contexts) {
  contexts.forget_blocks();
  return Finder(extents, contexts).find();
}

} // namespace osaca::gcc
