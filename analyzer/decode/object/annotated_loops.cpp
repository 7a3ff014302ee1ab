#include "decode/object/object_file.h"

#include "base/index.h"
#include "decode/object/object_state.h"

#include <algorithm>
#include <map>

namespace osaca {
namespace {

/// Deeper than any compiler inlines.
constexpr std::size_t most_calls = 64;
/// Each annotated loop of a unit is searched in all of its instructions. This limits the total number of steps.
constexpr std::size_t most_steps = 500'000'000;
/// The most loops of one statement for which the control flow between them is determined.
constexpr std::size_t most_alike = 64;
constexpr std::size_t most_callees = 100;

SourcePoint point_of(const AnnotatedSources &sources, std::uint32_t file, std::uint32_t line, std::uint32_t column) {
  const int source = file < sources.source_of_file.size() ? sources.source_of_file[file] : -1;
  constexpr std::uint32_t max_number = 1U << 30U;
  return {source, static_cast<int>(std::min(line, max_number)), static_cast<int>(std::min(column, max_number))};
}

class Finder {
public:
  Finder(const ObjectFile::State &file, const ReadObject &object, const AnnotatedSources &sources)
      : file_(file), unit_(object.read.unit), addresses_(object.addresses), sources_(sources),
        graph_(flow_graph(unit_, without_callees(unit_))), forest_(find_loops(graph_)), callees_(unit_) {}

  AnnotatedGroup find(int max_paths_per_loop) {
    locate();
    for (const LoopIndex loop : forest_.loops.indices())
      by_order_.push_back(loop);
    std::ranges::sort(by_order_,
                      [this](LoopIndex a, LoopIndex b) { return forest_.loops[a].order < forest_.loops[b].order; });
    count_instructions();
    origins_ = origins_of(machine_loops(), sources_.statements);
    for (std::size_t i = 0; i < by_order_.size(); ++i)
      if (!add_loop(i, max_paths_per_loop)) {
        made_.input.problems.push_back(
            {"too many annotated loops in one piece of code; the others are ignored", {file_.name, 0, 0}});
        break;
      }
    find_ways();
    count_remains();
    return std::move(made_);
  }

private:
  void locate() {
    for (const StatementIndex s : graph_.code)
      places_.push_back(place_of_instruction(
          file_, addresses_[at(unit_.instructions[at(unit_.statements[s].instruction)].number)], sources_));
  }

  void count_instructions() {
    outside_ = inside_ = Indexed<Loop, int>(forest_.loops.size(), 0);
    for (const BlockIndex b : graph_.blocks.indices())
      if (const LoopIndex loop = forest_.loop_of_block[b]; loop.exists())
        outside_[loop] += graph_.blocks[b].last - graph_.blocks[b].first + 1;
    for (auto loop = by_order_.rbegin(); loop != by_order_.rend(); ++loop)
      if (const LoopIndex around = forest_.loops[*loop].parent; around.exists())
        inside_[around] += outside_[*loop] + inside_[*loop];
  }

  [[nodiscard]] const Instruction &instruction_at(int code) const {
    return unit_.instructions[at(unit_.statements[graph_.code[at(code)]].instruction)];
  }

  /// One entry per loop, in the order of `by_order_`.
  std::vector<MachineLoopPlaces> machine_loops() {
    Indexed<Loop, int> position(forest_.loops.size(), -1);
    for (std::size_t i = 0; i < by_order_.size(); ++i)
      position[by_order_[i]] = static_cast<int>(i);
    std::vector<MachineLoopPlaces> loops(by_order_.size());
    for (std::size_t i = 0; i < by_order_.size(); ++i)
      if (const LoopIndex parent = forest_.loops[by_order_[i]].parent; parent.exists())
        loops[i].parent = position[parent];
    for (const BlockIndex b : graph_.blocks.indices()) {
      const LoopIndex loop = forest_.loop_of_block[b];
      if (!loop.exists())
        continue;
      std::vector<InstructionPlace> &own = loops[at(position[loop])].own;
      for (int i = graph_.blocks[b].first; i <= graph_.blocks[b].last; ++i) {
        own.push_back(places_[at(i)]);
        own.back().ends_iterations =
            i == graph_.blocks[b].last && instruction_at(i).is_branch && leaves_or_closes(b, loop);
      }
    }
    return loops;
  }

  [[nodiscard]] bool leaves_or_closes(BlockIndex block, LoopIndex loop) const {
    const BasicBlock &from = graph_.blocks[block];
    return from.runs_off || std::ranges::any_of(from.successors, [&](const FlowEdge &edge) {
             return edge.block == forest_.loops[loop].header || !forest_.contains(loop, edge.block);
           });
  }

  /// Returns false if there is no room for another loop.
  bool add_loop(std::size_t position, int max_paths_per_loop) {
    const LoopIndex loop = by_order_[position];
    const LoopOrigin &origin = origins_[position];
    if (origin.copy.statement < 0)
      return true;
    const SourceStatement &statement = sources_.statements[origin.copy.statement];
    const int annotation = requested_by(loop, origin.copy);
    if (annotation < 0)
      return true;
    steps_ += graph_.code.size();
    if (steps_ > most_steps)
      return false;
    KnownLoop known;
    known.annotation = annotation;
    known.header_line = line_of(graph_.blocks[forest_.loops[loop].header].first);
    for (const BlockIndex b : graph_.blocks.indices())
      if (forest_.contains(loop, b))
        known.lines.emplace_back(line_of(graph_.blocks[b].first), line_of(graph_.blocks[b].last));
    known.source = origin.is_direct ? SourceLocation{sources_.names[at(statement.source)], statement.place.line,
                                                     statement.place.column}
                                    : first_place_in(loop);
    AnnotatedLoop found{annotation, origin.copy, static_cast<int>(made_.input.kernels.size()), 0};
    for (Kernel &kernel : kernels_of_loop(unit_, known, max_paths_per_loop, callees_)) {
      kernel.input.file = file_.name;
      made_.input.kernels.push_back(std::move(kernel));
      ++found.kernel_count;
    }
    if (found.kernel_count == 0)
      return true;
    positions_.push_back(position);
    made_.loops.push_back(std::move(found));
    return true;
  }

  /// The annotation that requests the loop, by the same rules as in the plugins; -1: none. It is the statement's own
  /// annotation. If all loops are requested, it is that request, provided that the loop has at least as many
  /// instructions outside its inner loops as inside (Clang's plugin counts lines of assembly). Otherwise an innermost
  /// loop has the annotation of an enclosing statement.
  [[nodiscard]] int requested_by(LoopIndex loop, const StatementCopy &copy) const {
    const SourceStatement &statement = sources_.statements[copy.statement];
    if (statement.annotation >= 0)
      return statement.annotation;
    if (statement.by_all >= 0 && outside_[loop] >= inside_[loop])
      return statement.by_all;
    return forest_.loops[loop].is_innermost ? annotation_of(copy, sources_.statements) : -1;
  }

  [[nodiscard]] int line_of(int code) const { return unit_.statements[graph_.code[at(code)]].line; }

  [[nodiscard]] SourceLocation first_place_in(LoopIndex loop) const {
    for (const BlockIndex b : graph_.blocks.indices())
      for (int i = graph_.blocks[b].first; forest_.loop_of_block[b] == loop && i <= graph_.blocks[b].last; ++i)
        if (const SourceLocation place = file_.lines->find(addresses_[at(instruction_at(i).number)]); place.known())
          return place;
    return {};
  }

  void find_ways() {
    std::map<std::pair<StatementCopy, int>, std::vector<int>> alike; // by statement and enclosing loop
    for (std::size_t i = 0; i < made_.loops.size(); ++i)
      alike[{made_.loops[i].copy, forest_.loops[by_order_[positions_[i]]].parent.number}].push_back(
          static_cast<int>(i));
    for (const auto &[copy, loops] : alike)
      for (const int from : loops)
        if (loops.size() <= most_alike)
          note_ways(from, loops);
  }

  void note_ways(int from, const std::vector<int> &loops) {
    std::set<int> &leads_to = made_.loops[at(from)].leads_to.emplace();
    if (loops.size() == 1)
      return;
    const LoopIndex loop = by_order_[positions_[at(from)]];
    const LoopIndex around = forest_.loops[loop].parent;
    Indexed<BasicBlock, char> seen(graph_.blocks.size(), 0);
    std::vector<BlockIndex> open;
    const auto visit_successors = [&](BlockIndex block) {
      for (const FlowEdge &edge : graph_.blocks[block].successors) {
        const bool is_next_turn =
            around.exists() && (edge.block == forest_.loops[around].header || !forest_.contains(around, edge.block));
        if (!is_next_turn && !forest_.contains(loop, edge.block) && seen[edge.block] == 0) {
          seen[edge.block] = 1;
          open.push_back(edge.block);
        }
      }
    };
    for (const BlockIndex b : graph_.blocks.indices())
      if (forest_.contains(loop, b))
        visit_successors(b);
    while (!open.empty()) {
      const BlockIndex block = open.back();
      open.pop_back();
      visit_successors(block);
    }
    for (const int other : loops)
      if (other != from && seen[forest_.loops[by_order_[positions_[at(other)]]].header] != 0)
        leads_to.insert(other);
  }

  void count_remains() {
    Indexed<Loop, std::set<int>> annotations_of(forest_.loops.size());
    for (std::size_t i = 0; i < by_order_.size(); ++i)
      if (const StatementCopy &copy = origins_[i].copy; copy.statement >= 0)
        annotations_of[by_order_[i]] = {annotation_of(copy, sources_.statements),
                                        sources_.statements[copy.statement].by_all};
    for (const BlockIndex b : graph_.blocks.indices())
      for (int i = graph_.blocks[b].first; i <= graph_.blocks[b].last; ++i) {
        const LoopIndex loop = forest_.loop_of_block[b];
        std::set<int> annotations;
        bool is_around_annotated_loop = false;
        for (const StatementCopy &copy : statements_around(places_[at(i)], sources_.statements)) { // from the innermost
          const int annotation = annotation_of(copy, sources_.statements);
          annotations.insert(annotation);
          annotations.insert(sources_.statements[copy.statement].by_all);
          const bool is_of_loop = loop.exists() && annotations_of[loop].contains(annotation);
          if (annotation >= 0 && is_around_annotated_loop && !is_of_loop)
            made_.remains[annotation].has_annotated_loops = true;
          is_around_annotated_loop |= annotation >= 0 && is_of_loop;
        }
        annotations.erase(-1);
        for (const int annotation : annotations)
          count(made_.remains[annotation], i, loop.exists() && !annotations_of[loop].contains(annotation));
      }
  }

  void count(AnnotationRemains &remains, int code, bool is_in_other_loop) const {
    const Instruction &instruction = instruction_at(code);
    if (remains.located_instructions++ == 0) {
      const int function = unit_.statements[graph_.code[at(code)]].function;
      remains.function = function >= 0 ? unit_.functions[at(function)] : "";
    }
    remains.in_other_loops += is_in_other_loop ? 1 : 0;
    if (instruction.is_call && !instruction.branch_target.empty() && remains.callees.size() < most_callees)
      remains.callees.insert(instruction.branch_target);
  }

  const ObjectFile::State &file_;
  const ParsedUnit &unit_;
  const std::vector<CodeAddress> &addresses_;
  const AnnotatedSources &sources_;
  FlowGraph graph_;
  LoopForest forest_;
  Callees callees_;
  std::vector<InstructionPlace> places_; ///< parallel to the graph's code
  std::vector<LoopIndex> by_order_;      ///< outer loops before inner ones
  Indexed<Loop, int> outside_;           ///< per loop: its instructions outside inner loops
  Indexed<Loop, int> inside_;            ///< per loop: its instructions inside inner loops
  std::vector<LoopOrigin> origins_;      ///< parallel to by_order_
  std::size_t steps_ = 0;
  std::vector<std::size_t> positions_; ///< per loop of `made_`: its index in by_order_
  AnnotatedGroup made_;
};

} // namespace

InstructionPlace place_of_instruction(const ObjectFile::State &file, const CodeAddress &code,
                                      const AnnotatedSources &sources) {
  InstructionPlace made;
  const LineRow *row = file.lines->row_at(code);
  if (row == nullptr)
    return made;
  made.places.push_back(point_of(sources, row->file, row->line, row->column));
  for (const InlineSite *site = file.inlined.at(code.address); site != nullptr && made.places.size() < most_calls;
       site = file.inlined.outer_of(*site))
    made.places.push_back(point_of(sources, site->file, site->line, site->column));
  return made;
}

AnnotatedGroup annotated_loops_of(const ObjectFile::State &file, const ReadObject &object,
                                  const AnnotatedSources &sources, int max_paths_per_loop) {
  return Finder(file, object, sources).find(max_paths_per_loop);
}

std::vector<SourceLocation> calls_to(const ObjectFile::State &file, const CodeAddress &code) {
  std::vector<SourceLocation> calls;
  for (const InlineSite *site = file.inlined.at(code.address); site != nullptr && calls.size() < most_calls;
       site = file.inlined.outer_of(*site))
    calls.push_back(site->line > 0 ? file.lines->location(site->file, site->line, site->column) : SourceLocation{});
  return calls;
}

namespace {

/// Linkers remove functions, but not their entries in the table of lines.
std::map<int, std::set<int>> lines_with_code(const ObjectPlan::State &plan, const AnnotatedSources &sources) {
  const bool is_relocatable = plan.file->is_relocatable;
  std::multimap<std::pair<std::uint64_t, std::uint64_t>, std::pair<int, int>> rows; // by section and address
  for (const LineSequence &sequence : plan.file->lines->sequences())
    for (const LineRow &row : sequence.rows)
      if (const int source = row.file < sources.source_of_file.size() ? sources.source_of_file[row.file] : -1;
          source >= 0)
        rows.emplace(std::pair(is_relocatable ? sequence.section : 0, row.address),
                     std::pair(source, static_cast<int>(row.line)));
  std::map<int, std::set<int>> lines;
  for (const std::vector<int> &group : plan.groups)
    for (const int f : group) {
      const CodeRange &range = plan.functions[at(f)].range;
      const std::uint64_t section = is_relocatable ? plan.file->sections[range.section].index : 0;
      for (auto row = rows.lower_bound({section, range.begin});
           row != rows.end() && row->first < std::pair(section, range.end); ++row)
        lines[row->second.first].insert(row->second.second);
    }
  return lines;
}

} // namespace

AnnotatedCode ObjectPlan::annotated_code(const AnnotatedSources &sources) const {
  const LineTable &lines = *state_->file->lines;
  const InlineSites &inlined = state_->file->inlined;
  const auto is_annotated = [&sources](const SourcePoint &point) {
    return sources.statements.is_requested(sources.statements.innermost_at(point));
  };
  std::set<std::pair<std::uint64_t, std::uint64_t>> places; // section (0 in linked files) and address
  const bool is_relocatable = state_->file->is_relocatable;
  for (const LineSequence &sequence : lines.sequences())
    for (const LineRow &row : sequence.rows)
      if (is_annotated(point_of(sources, row.file, row.line, row.column)))
        places.emplace(is_relocatable ? sequence.section : 0, row.address);
  for (const InlineSites::Interval &interval : inlined.intervals())
    if (const InlineSite &site = inlined.site_of(interval);
        is_annotated(point_of(sources, site.file, site.line, site.column)))
      places.emplace(0, interval.begin);
  AnnotatedCode made;
  made.lines = lines_with_code(*state_, sources);
  for (std::size_t group = 0; group < state_->groups.size(); ++group) {
    const auto holds_any = [&](int f) {
      const CodeRange &range = state_->functions[at(f)].range;
      const std::uint64_t section = is_relocatable ? state_->file->sections[range.section].index : 0;
      const auto first = places.lower_bound({section, range.begin});
      return first != places.end() && first->first == section && first->second < range.end;
    };
    if (std::ranges::any_of(state_->groups[group], holds_any))
      made.groups.push_back(group);
  }
  for (const std::size_t group : made.groups)
    for (const int f : state_->groups[group]) {
      const CodeRange &range = state_->functions[at(f)].range;
      made.files.merge(lines.files_between(
          {range.begin, is_relocatable ? state_->file->sections[range.section].index : 0}, range.end));
    }
  return made;
}

} // namespace osaca
