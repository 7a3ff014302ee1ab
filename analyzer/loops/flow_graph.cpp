#include "loops/flow_graph.h"

#include "base/index.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace osaca {

namespace {

constexpr int nowhere = -1;  ///< unknown, or outside the range and not right after it
constexpr int past_end = -2; ///< right after the range

/// State of one section: its last instruction, and the labels that wait for the next one.
struct SectionCursor {
  int last_code = nowhere;
  std::vector<std::string_view> labels;
};

/// The instructions of the range in order, with the labels and fall-through of each.
class Layout {
public:
  Layout(const ParsedUnit &unit, const FlowScope &scope) : unit_(unit), scope_(scope) {
    SectionCursor *section = &sections_[".text"]; // used before the first section statement
    for (StatementIndex s = scope.begin; s < scope.end; ++s) {
      const AsmStatement &statement = unit.statements[s];
      if (statement.kind == AsmStatementKind::section)
        section = &sections_[statement.text];
      else if (statement.kind == AsmStatementKind::label)
        section->labels.push_back(statement.text);
      else if (statement.kind == AsmStatementKind::instruction)
        add(s, *section);
    }
    for (auto &[name, rest] : sections_)
      close(rest);
  }

  std::vector<StatementIndex> code;
  std::vector<int> next;                              ///< per code: the entry that it falls through to, or `past_end`
  std::vector<std::vector<std::string_view>> labels;  ///< per code
  std::unordered_map<std::string_view, int> position; ///< label -> code, or `past_end`

  [[nodiscard]] const Instruction &instruction(int c) const {
    return unit_.instructions[at(unit_.statements[code[at(c)]].instruction)];
  }
  [[nodiscard]] int function(int c) const { return unit_.statements[code[at(c)]].function; }

private:
  const ParsedUnit &unit_;
  const FlowScope &scope_;
  std::unordered_map<std::string_view, SectionCursor> sections_;

  void close(SectionCursor &section) {
    for (const auto label : section.labels)
      if (section.last_code != nowhere)
        position.emplace(label, past_end);
    section.labels.clear();
    section.last_code = nowhere;
  }

  void add(StatementIndex statement, SectionCursor &section) {
    const Membership member = scope_.member ? scope_.member(statement) : Membership::inside;
    if (member == Membership::transparent)
      return;
    if (member == Membership::outside)
      return close(section);
    const int c = static_cast<int>(code.size());
    code.push_back(statement);
    next.push_back(past_end);
    if (section.last_code != nowhere)
      next[at(section.last_code)] = c;
    for (const auto label : section.labels)
      position.emplace(label, c);
    labels.push_back(std::move(section.labels));
    section.labels.clear();
    section.last_code = c;
  }
};

bool ends_block(const Instruction &instruction) {
  return instruction.is_branch || instruction.is_return || ends_flow(instruction);
}

int target_of(const Layout &layout, const Instruction &instruction) {
  if (!instruction.is_branch || instruction.branch_target.empty())
    return nowhere;
  const auto found = layout.position.find(instruction.branch_target);
  return found == layout.position.end() ? nowhere : found->second;
}

/// A call at the very end of a function: the compiler must have known that it does not return.
bool last_call_of_function(const Layout &layout, int c) {
  const int following = layout.next[at(c)];
  return layout.instruction(c).is_call && following >= 0 && layout.function(following) != layout.function(c);
}

std::vector<char> block_starts(const Layout &layout, const FlowScope &scope) {
  const int count = static_cast<int>(layout.code.size());
  std::vector<char> starts(at(count + 1), 0);
  const std::set<StatementIndex> leaders(scope.leaders.begin(), scope.leaders.end());
  for (int c = 0; c < count; ++c) {
    const bool follows_on = c > 0 && layout.next[at(c - 1)] == c && layout.function(c - 1) == layout.function(c);
    if (!follows_on || leaders.contains(layout.code[at(c)]))
      starts[at(c)] = 1;
    if (ends_block(layout.instruction(c)))
      starts[at(c + 1)] = 1;
    if (const int target = target_of(layout, layout.instruction(c)); target >= 0)
      starts[at(target)] = 1;
  }
  return starts;
}

void add_edge(FlowGraph &graph, BasicBlock &block, int code, FlowEdge::Kind kind) {
  if (code == past_end)
    block.runs_off = true;
  if (code < 0)
    return;
  const BlockIndex target = graph.block_of[at(code)];
  const bool known = std::ranges::any_of(block.successors, [&](const FlowEdge &edge) { return edge.block == target; });
  if (!known)
    block.successors.push_back({target, kind});
}

void add_edges(const Layout &layout, FlowGraph &graph, BasicBlock &block) {
  const Instruction &last = layout.instruction(block.last);
  if (last.is_return || ends_flow(last) || last_call_of_function(layout, block.last))
    return;
  if (!last.is_branch || last.is_conditional)
    add_edge(graph, block, layout.next[at(block.last)], FlowEdge::Kind::falls);
  add_edge(graph, block, target_of(layout, last), FlowEdge::Kind::taken);
}

/// The targets of a jump table are not in the instructions. Compilers place the cases of a switch after its jump. So a
/// labelled block that is not reached otherwise is assumed to be a case of the last indirect jump before it.
void guess_indirect_targets(const Layout &layout, FlowGraph &graph) {
  Indexed<BasicBlock, char> reached(graph.blocks.size(), 0);
  for (const BasicBlock &block : graph.blocks)
    for (const FlowEdge &edge : block.successors)
      reached[edge.block] = 1;
  BlockIndex jump;
  int jump_function = nowhere;
  for (const BlockIndex b : graph.blocks.indices()) {
    BasicBlock &block = graph.blocks[b];
    const int function = layout.function(block.first);
    if (jump.exists() && function == jump_function && !reached[b] && !block.starts_function && !block.label.empty())
      graph.blocks[jump].successors.push_back({b, FlowEdge::Kind::indirect});
    const Instruction &last = layout.instruction(block.last);
    if (last.is_branch && !last.is_return && !last.is_conditional && last.branch_target.empty()) {
      jump = b;
      jump_function = function;
    }
  }
}

/// Sets the probabilities of the branch at the end of a block. Without a conditional branch there is only one way to
/// go. The probabilities of the cases of a jump table are unknown, so they are assumed to be equal.
void set_probabilities(const Layout &layout, BasicBlock &block) {
  const Instruction &last = layout.instruction(block.last);
  const auto ways = static_cast<double>(block.successors.size());
  for (FlowEdge &edge : block.successors)
    if (!last.is_conditional)
      edge.probability = 1 / ways;
    else if (last.taken_probability)
      edge.probability = edge.kind == FlowEdge::Kind::taken ? *last.taken_probability : 1 - *last.taken_probability;
  if (last.is_conditional && last.taken_probability && target_of(layout, last) == layout.next[at(block.last)] &&
      ways == 1)
    block.successors.front().probability = 1; // both edges lead to the same block
}

/// Labels that compilers write to describe code, and never jump to.
bool describes(std::string_view label) {
  constexpr std::array<std::string_view, 8> prefixes = {".LVL", ".LBB",  ".LBE",   ".LFB",
                                                        ".LFE", ".Ltmp", ".LCOLD", ".LHOT"};
  if (label.find('_') != std::string_view::npos)
    return false; // .LBB0_4 is a block in Clang's output, .LBB4 one of GCC's debug labels
  const auto is_prefix = [&](std::string_view prefix) { return label.starts_with(prefix); };
  return std::ranges::any_of(prefixes, is_prefix);
}

std::string label_of(const Layout &layout, const std::unordered_set<std::string_view> &targets, int c) {
  const auto &labels = layout.labels[at(c)];
  auto named = std::ranges::find_if(labels, [&](auto label) { return targets.contains(label); });
  if (named == labels.end())
    named = std::ranges::find_if_not(labels, describes);
  if (named != labels.end())
    return std::string(*named);
  return labels.empty() ? std::string() : std::string(labels.front());
}

} // namespace

FlowScope without_callees(const ParsedUnit &unit) {
  return {{0}, unit.callees_begin.exists() ? unit.callees_begin : unit.statements.end_index(), {}, {}};
}

FlowScope whole(const ParsedUnit &unit) { return {{0}, unit.statements.end_index(), {}, {}}; }

FlowGraph flow_graph(const ParsedUnit &unit, const FlowScope &scope) {
  const Layout layout(unit, scope);
  const std::vector<char> starts = block_starts(layout, scope);
  std::unordered_set<std::string_view> targets;
  FlowGraph graph;
  graph.code = layout.code;
  BlockIndex current;
  for (int c = 0; c < static_cast<int>(layout.code.size()); ++c) {
    if (starts[at(c)]) {
      current = graph.blocks.end_index();
      graph.blocks.push_back({.first = c, .last = c, .label = {}, .successors = {}});
    }
    graph.blocks[current].last = c;
    graph.block_of.push_back(current);
    if (layout.instruction(c).is_branch)
      targets.insert(layout.instruction(c).branch_target);
  }
  int function = -2;
  for (BasicBlock &block : graph.blocks) {
    block.label = label_of(layout, targets, block.first);
    block.starts_function = layout.function(block.first) != function;
    function = layout.function(block.first);
    add_edges(layout, graph, block);
  }
  guess_indirect_targets(layout, graph);
  for (BasicBlock &block : graph.blocks)
    set_probabilities(layout, block);
  return graph;
}

// Instructions after which control does not continue.

namespace {

/// Traps that compilers emit for "cannot happen". The code after them is not reached.
constexpr std::array<std::string_view, 9> traps = {"ud0", "ud1",    "ud2",   "hlt",    "udf",
                                                   "brk", "ebreak", "unimp", "c.unimp"};

/// Functions that the C, C++ and Fortran run-time libraries or their ABI documents declare as noreturn.
constexpr std::array<std::string_view, 28> noreturn_functions = {"abort",
                                                                 "exit",
                                                                 "_exit",
                                                                 "_Exit",
                                                                 "quick_exit",
                                                                 "thrd_exit",
                                                                 "pthread_exit",
                                                                 "longjmp",
                                                                 "_longjmp",
                                                                 "siglongjmp",
                                                                 "__longjmp_chk",
                                                                 "__assert_fail",
                                                                 "__assert_perror_fail",
                                                                 "__stack_chk_fail",
                                                                 "__fortify_fail",
                                                                 "__chk_fail",
                                                                 "__cxa_throw",
                                                                 "__cxa_rethrow",
                                                                 "__cxa_bad_cast",
                                                                 "__cxa_bad_typeid",
                                                                 "__cxa_throw_bad_array_new_length",
                                                                 "__cxa_pure_virtual",
                                                                 "__cxa_call_unexpected",
                                                                 "__cxa_call_terminate",
                                                                 "__clang_call_terminate",
                                                                 "_Unwind_Resume",
                                                                 "_ZSt9terminatev",
                                                                 "__libcpp_verbose_abort"};

/// std::__throw_length_error and its many siblings (mangled), Fortran's error stops, Rust's panics.
constexpr std::array<std::string_view, 5> noreturn_prefixes = {
    "_gfortran_runtime_error", "_gfortran_os_error", "_gfortran_stop_", "_gfortran_error_stop_", "_ZN4core9panicking"};

bool is_standard_throw(std::string_view name) {
  if (!name.starts_with("_ZSt"))
    return false;
  const auto digits_end = name.find_first_not_of("0123456789", 4);
  return digits_end != std::string_view::npos && name.substr(digits_end).starts_with("__throw_");
}

std::string_view symbol_of(const OperandValue &value) {
  if (const auto *label = std::get_if<LabelOperand>(&value))
    return label->label;
  if (const auto *immediate = std::get_if<ImmediateOperand>(&value))
    return immediate->symbol;
  if (const auto *memory = std::get_if<MemoryOperand>(&value))
    return memory->symbol; // call *abort@GOTPCREL(%rip)
  return {};
}

} // namespace

std::string_view callee_of(const Instruction &call) {
  std::string_view name = call.branch_target;
  for (std::size_t i = 0; name.empty() && i < call.operands.size(); ++i)
    name = symbol_of(call.operands[i].value);
  if (name.starts_with("__imp_")) // call *__imp_abort(%rip): through a DLL's address
    name.remove_prefix(6);
  return name.substr(0, name.find('@'));
}

bool never_returns(std::string_view name) {
  if (name.empty())
    return false;
  const auto is_prefix = [&](std::string_view prefix) { return name.starts_with(prefix); };
  return std::ranges::find(noreturn_functions, name) != noreturn_functions.end() ||
         std::ranges::any_of(noreturn_prefixes, is_prefix) || is_standard_throw(name) ||
         (name.starts_with("__ubsan_handle_") && name.ends_with("_abort"));
}

bool ends_flow(const Instruction &instruction) {
  if (instruction.is_return)
    return true;
  if (instruction.is_call)
    return never_returns(callee_of(instruction));
  return std::ranges::find(traps, instruction.mnemonic) != traps.end();
}

} // namespace osaca
