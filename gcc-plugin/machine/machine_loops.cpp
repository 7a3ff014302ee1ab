// SPDX-License-Identifier: GPL-3.0-or-later
#include "machine/machine_loops.h"

#include "machine/frequencies.h"
#include "machine/statement_loops.h"

namespace osaca::gcc {

std::string callee_of(rtx_insn *insn) {
  if (!CALL_P(insn))
    return {};
  const rtx call = get_call_rtx_from(insn);
  if (call == NULL_RTX || !MEM_P(XEXP(call, 0)) || GET_CODE(XEXP(XEXP(call, 0), 0)) != SYMBOL_REF)
    return {};
  const char *name = XSTR(XEXP(XEXP(call, 0), 0), 0);
  return name[0] == '*' ? name + 1 : name;
}

bool is_real(rtx_insn *insn) {
  return NONDEBUG_INSN_P(insn) && GET_CODE(PATTERN(insn)) != USE && GET_CODE(PATTERN(insn)) != CLOBBER;
}

namespace {

class Finder {
public:
  Finder(LoopExtents &extents, AnnotatedStatements &statements, InlineContexts &contexts, const LoopNumbers &numbers)
      : numbers_(numbers), extents_(extents), statements_(statements), sources_(extents, contexts) {}

  FunctionLoops find() {
    for (class loop *loop : cfg_.loops())
      index_[loop] = static_cast<int>(index_.size());
    result_.loops.resize(index_.size());
    places_.resize(index_.size());
    known_.resize(index_.size());
    for (class loop *loop : cfg_.loops()) {
      describe(loop, MachineCfg::blocks_of(loop));
      result_.loops[index_[loop]].frequency = frequency_of(loop, loop);
      narrow(loop);
    }
    join_turns();
    attribute();
    if (!statements_.is_empty())
      for (size_t i = 0; i < places_.size(); ++i)
        if (!result_.loops[i].is_joined)
          note_statements(result_.loops[i], places_[i], extents_, statements_, sources_.contexts());
    assign_roles();
    count_remains();
    return std::move(result_);
  }

private:
  void describe(class loop *loop, const std::vector<basic_block> &blocks) {
    MachineLoop &machine = result_.loops[index_[loop]] = {};
    LoopPlaces &places = places_[index_[loop]] = {};
    machine.innermost = loop->inner == nullptr;
    machine.parent = loop_outer(loop) != nullptr && index_.count(loop_outer(loop)) != 0 ? index_[loop_outer(loop)] : -1;
    places.parent = machine.parent;
    std::vector<int> own_uids;
    size_t inside = 0;
    machine.blocks.push_back(uids_of(loop->header));
    for (const basic_block block : blocks) {
      if (block != loop->header)
        machine.blocks.push_back(uids_of(block));
      if (block->loop_father != loop) {
        inside += machine.blocks.back().size();
        continue;
      }
      rtx_insn *insn = nullptr;
      FOR_BB_INSNS(block, insn) {
        if (!is_real(insn))
          continue;
        places.own.push_back({INSN_LOCATION(insn), JUMP_P(insn) && any_condjump_p(insn)});
        own_uids.push_back(INSN_UID(insn));
        if (machine.place == UNKNOWN_LOCATION && INSN_HAS_LOCATION(insn))
          machine.place = INSN_LOCATION(insn);
      }
    }
    machine.works_itself = inside <= own_uids.size();
    const LoopNumbers::Known known = numbers_.about(own_uids);
    places.by_number = known.source;
    machine.vectorised_bits = known.vectorised_bits;
    known_[index_[loop]] = known;
    if (machine.innermost && known.vectorised_bits > 0 && known.is_made_late)
      made_late_.insert(loop);
  }

  /// A loop and the loop around it are one natural loop if they begin with the same block. GCC makes such loops by
  /// moving the outer loop's code to its end. Most iterations are those of the inner loop, so the machine loop is
  /// reduced to the blocks of the inner one. The rest of the outer loop is then no loop of its own.
  void narrow(class loop *loop) {
    const edge way_back = loop->inner == nullptr ? MachineCfg::usual_way_back(loop) : nullptr;
    if (way_back == nullptr)
      return;
    const int index = index_.at(loop);
    const LoopCopy whole = source_alone(index);
    const MachineLoop machine = result_.loops[index];
    const LoopPlaces places = places_[index];
    const LoopNumbers::Known known = known_[index];
    describe(loop, MachineCfg::blocks_of_turn(way_back));
    result_.loops[index].frequency = frequency_of(way_back);
    if (is_inside(source_alone(index), whole, places_[index]))
      return;
    result_.loops[index] = machine;
    places_[index] = places;
    known_[index] = known;
  }

  /// Whether the source loop `inner` is in `outer`, according to the places of the instructions of `inner`.
  [[nodiscard]] bool is_inside(const LoopCopy &inner, const LoopCopy &outer, const LoopPlaces &places) {
    if (inner.extent < 0 || inner == outer)
      return false;
    return std::any_of(places.own.begin(), places.own.end(), [&](const LoopPlaces::Instruction &instruction) {
      const std::vector<LoopCopy> &around = sources_.around(instruction.location);
      const auto found = std::find(around.begin(), around.end(), inner);
      return std::find(found, around.end(), outer) != around.end();
    });
  }

  /// Whether GCC runs its loop passes. Without them, every loop corresponds to the source.
  static bool has_loop_passes() {
    return optimize != 0 && (optimize_debug == 0 || flag_unroll_loops != 0 || cfun->has_unroll);
  }

  void attribute() {
    const std::vector<LoopCopy> found = source_loops_of(places_, sources_);
    for (size_t i = 0; i < found.size(); ++i)
      result_.loops[i].source = found[i];
    // A loop of an unknown source loop that contains vectors of the vectoriser executes the remainder of the loop
    // before it.
    for (class loop *loop : cfg_.loops())
      if (result_.loops[index_[loop]].source.extent < 0 && made_late_.count(loop) != 0)
        result_.loops[index_[loop]].source = source_before(loop);
    for (size_t i = 0; i < known_.size(); ++i) {
      MachineLoop &machine = result_.loops[i];
      machine.source_iterations = has_loop_passes() ? numbers_.source_iterations(known_[i], machine.source) : 1;
      machine.nest = numbers_.nest_of(machine.source);
      machine.not_vectorised = numbers_.not_vectorised(known_[i]);
    }
  }

  /// Joins the machine loops that are one source loop. If GCC copies a loop's condition to the end of some ways through
  /// the body, these ways lead back to the body, and the others lead to the condition. The loop then has two headers,
  /// and looks like a loop in a loop.
  void join_turns() {
    for (class loop *loop : cfg_.loops()) {
      if (loop->inner != nullptr)
        continue;
      const class loop *whole = loop;
      while (is_turn_of(loop, whole, loop_outer(whole)))
        whole = loop_outer(whole);
      if (whole != loop)
        join(loop, whole);
    }
  }

  /// Whether `outer` is the same source loop as `loop`, and every iteration of it runs through the header of `loop`.
  /// `inner` is `loop`, or what already belongs to it. A loop that cannot leave the outer one is a loop of its own,
  /// such as that of an expanded call of memset.
  [[nodiscard]] bool is_turn_of(const class loop *loop, const class loop *inner, const class loop *outer) {
    const auto around = index_.find(outer);
    if (around == index_.end() || outer->inner != inner || inner->next != nullptr ||
        !MachineCfg::passes_through(outer, loop->header) || !MachineCfg::leaves(inner, outer))
      return false;
    const LoopCopy source = source_alone(index_.at(loop));
    return source.extent >= 0 && source == source_alone(around->second);
  }

  /// The source loop of a machine loop, regardless of those that the loops around it and inside it have.
  [[nodiscard]] LoopCopy source_alone(int loop) {
    LoopPlaces alone = places_[loop];
    alone.parent = -1;
    return source_loops_of({alone}, sources_).front();
  }

  /// All code of the outer loop then belongs to the inner one, whose iterations begin at its own header.
  void join(const class loop *loop, const class loop *whole) {
    MachineLoop &machine = result_.loops[index_.at(loop)];
    LoopPlaces &places = places_[index_.at(loop)];
    machine.blocks = {uids_of(loop->header)};
    basic_block block = nullptr;
    FOR_EACH_BB_FN(block, cfun)
    if (block != loop->header && flow_bb_inside_loop_p(whole, block))
      machine.blocks.push_back(uids_of(block));
    machine.frequency = frequency_of(loop, whole);
    for (const class loop *outer = loop; outer != whole;) {
      outer = loop_outer(outer);
      const int index = index_.at(outer);
      result_.loops[index].is_joined = true;
      result_.loops[index].works_itself = false;
      machine.parent = places.parent = result_.loops[index].parent;
      places.own.insert(places.own.end(), places_[index].own.begin(), places_[index].own.end());
      places_[index].own.clear();
      places_[index].by_number = {};
    }
  }

  LoopCopy source_before(const class loop *loop) {
    LoopCopy source;
    for (const class loop *before : MachineCfg::just_before(loop)) {
      const LoopCopy &other = result_.loops[index_[before]].source;
      if (source.extent >= 0 && !(other == source))
        return {};
      source = other;
    }
    return source;
  }

  static std::vector<int> uids_of(basic_block block) {
    std::vector<int> uids;
    rtx_insn *insn = nullptr;
    FOR_BB_INSNS(block, insn)
    if (is_real(insn))
      uids.push_back(INSN_UID(insn));
    return uids;
  }

  /// The origin of each of these machine loops. They have the same place in the source.
  using ByOrigin = std::map<int, std::vector<class loop *>>;

  static constexpr int unknown_origin = 0;
  static constexpr int only_one = -1; ///< all loops at the place are copies of one source loop

  [[nodiscard]] int origin_of(const class loop *loop, const MachineLoop &machine) {
    const int extent = machine.source.extent;
    const bool may_be_several = extent < 0 || extents_[extent].may_be_several;
    return may_be_several && machine.innermost ? known_[index_[loop]].origin : only_one;
  }

  /// If there is a single origin, loops of unknown origin are copies of it: later passes also copy loops.
  static void join_unknown(ByOrigin &by_origin) {
    const auto unknown = by_origin.find(unknown_origin);
    const auto first = by_origin.upper_bound(unknown_origin);
    if (unknown == by_origin.end() || first == by_origin.end() || std::next(first) != by_origin.end())
      return;
    first->second.insert(first->second.end(), unknown->second.begin(), unknown->second.end());
    by_origin.erase(unknown);
  }

  void assign_roles() {
    std::map<LoopCopy, ByOrigin> copies;
    for (class loop *loop : cfg_.loops())
      if (const MachineLoop &machine = result_.loops[index_[loop]]; machine.source.extent >= 0)
        copies[machine.source][origin_of(loop, machine)].push_back(loop);
      else if (!machine.statements.empty()) // a function of the unit that was read before the pragma
        copies[{-1, sources_.contexts().of(machine.place)}][origin_of(loop, machine)].push_back(loop);
    for (auto &[source, by_origin] : copies) {
      join_unknown(by_origin);
      for (const auto &entry : by_origin)
        assign_roles(entry.second, source.context != InlineContexts::none);
      if (source.extent >= 0)
        number_parts(by_origin);
      else
        join_places(by_origin);
    }
  }

  /// In the order of the origins; loops of unknown origin come last.
  void number_parts(const ByOrigin &by_origin) {
    const auto parts = static_cast<int>(by_origin.size() - by_origin.count(only_one));
    if (parts < 2 || parts > capture::most_parts)
      return;
    int part = 0;
    for (const auto &[origin, loops] : by_origin) {
      if (origin == only_one)
        continue;
      const int number = origin == unknown_origin ? parts : ++part;
      for (const class loop *loop : loops) {
        result_.loops[index_[loop]].part = number;
        result_.loops[index_[loop]].parts = parts;
      }
    }
  }

  /// The copies of a loop begin with different instructions, but are written at the same place: the first of theirs.
  void join_places(const ByOrigin &by_origin) {
    for (const auto &[origin, loops] : by_origin) {
      if (origin <= unknown_origin)
        continue;
      location_t first = UNKNOWN_LOCATION;
      for (const class loop *loop : loops) {
        const location_t place = result_.loops[index_[loop]].written_at;
        if (first == UNKNOWN_LOCATION || (place != UNKNOWN_LOCATION && comes_before(place, first)))
          first = place;
      }
      for (const class loop *loop : loops)
        result_.loops[index_[loop]].written_at = first;
    }
  }

  void assign_roles(const std::vector<class loop *> &copies, bool is_inlined) {
    int widest = 0;
    bool is_vectorised = false; // even if the vector code is no loop any more
    for (class loop *copy : copies) {
      widest = std::max(widest, result_.loops[index_[copy]].vectorised_bits);
      is_vectorised |= numbers_.is_vectorised(result_.loops[index_[copy]].source, known_[index_[copy]].origin);
    }
    for (class loop *copy : copies) {
      MachineLoop &machine = result_.loops[index_[copy]];
      if (is_vectorised)
        machine.not_vectorised.clear(); // the reason belongs to the remainder that the vectoriser leaves
      if (!machine.innermost)           // its vectors are those of its inner loops
        machine.role = is_inlined || copies.size() > 1 ? capture::LoopRole::copy : capture::LoopRole::plain;
      else if (widest > 0 && machine.vectorised_bits == widest)
        machine.role = capture::LoopRole::vector_body;
      else if (follows_wider(copy, copies))
        machine.role = capture::LoopRole::remainder;
      else if (is_vectorised && machine.vectorised_bits == 0)
        machine.role = capture::LoopRole::scalar_version;
      else if (is_inlined || copies.size() > 1)
        machine.role = capture::LoopRole::copy;
    }
  }

  bool follows_wider(class loop *narrow, const std::vector<class loop *> &copies) {
    return std::any_of(copies.begin(), copies.end(), [&](class loop *other) {
      return result_.loops[index_[other]].vectorised_bits > result_.loops[index_[narrow]].vectorised_bits &&
             MachineCfg::leads_to(other, narrow);
    });
  }

  void count_remains() {
    basic_block block = nullptr;
    FOR_EACH_BB_FN(block, cfun) {
      rtx_insn *insn = nullptr;
      FOR_BB_INSNS(block, insn) {
        if (!is_real(insn) || plain(INSN_LOCATION(insn)) <= BUILTINS_LOCATION)
          continue;
        for (const LoopCopy &copy : sources_.around(INSN_LOCATION(insn))) {
          count(result_.remains[copy], insn, block);
          note_other_loop(copy, block);
        }
        if (const StatementSite site = statements_.around(INSN_LOCATION(insn), sources_.contexts());
            site.copy.statement >= 0) {
          StatementRemains &left = result_.statements[site.copy];
          count(left.remains, insn, block);
          left.has_inlined = left.has_inlined || !site.is_direct;
        }
      }
    }
  }

  /// Where the source loop of the machine loop around the block begins, if that is not the loop of `copy`.
  void note_other_loop(const LoopCopy &copy, basic_block block) {
    const auto around = index_.find(block->loop_father);
    const int other = around != index_.end() ? result_.loops[around->second].source.extent : -1;
    if (other < 0 || other == copy.extent)
      return;
    const TextPlace place = text_place_of(extents_[other]);
    if (place.file == text_place_of(extents_[copy.extent]).file)
      result_.remains[copy].other_line = place.line;
  }

  static TextPlace text_place_of(const LoopExtent &extent) {
    if (extent.first == UNKNOWN_LOCATION)
      return extent.in_text;
    return {LOCATION_FILE(extent.first), LOCATION_LINE(extent.first), LOCATION_COLUMN(extent.first)};
  }

  void count(Remains &remains, rtx_insn *insn, basic_block block) {
    ++remains.located_instructions;
    remains.in_other_loops += index_.count(block->loop_father) != 0 ? 1 : 0;
    remains.in_odd_cycles += cfg_.is_on_odd_cycle(block) ? 1 : 0;
    const std::string callee = callee_of(insn);
    if (!callee.empty())
      remains.callees.push_back(callee);
  }

  MachineCfg cfg_;
  const LoopNumbers &numbers_;
  LoopExtents &extents_;
  AnnotatedStatements &statements_;
  SourceLoops sources_;
  std::unordered_map<const class loop *, int> index_;
  std::vector<LoopPlaces> places_;
  std::vector<LoopNumbers::Known> known_;
  std::unordered_set<const class loop *> made_late_;
  FunctionLoops result_;
};

} // namespace

FunctionLoops find_machine_loops(LoopExtents &extents, AnnotatedStatements &statements, InlineContexts &contexts,
                                 const LoopNumbers &numbers) {
  contexts.forget_blocks();
  return Finder(extents, statements, contexts, numbers).find();
}

} // namespace osaca::gcc
