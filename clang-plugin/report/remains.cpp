// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/remains.h"

#include "front/functions.h"

namespace osaca::clang_plugin {

namespace {

/// For each line, the index of the innermost loop of the text that contains it, or -1.
std::vector<int> innermost_by_line(const TextFunction &function, std::size_t line_count) {
  std::vector<int> innermost(line_count + 1, -1);
  std::vector<std::size_t> size(function.loops.size());
  for (std::size_t l = 0; l < function.loops.size(); ++l)
    for (const auto &[first, last] : function.loops[l].lines)
      size[l] += static_cast<std::size_t>(last - first) + 1;
  for (std::size_t l = 0; l < function.loops.size(); ++l)
    for (const auto &[first, last] : function.loops[l].lines)
      for (int line = first; line <= last; ++line)
        if (innermost[line] < 0 || size[l] < size[innermost[line]])
          innermost[line] = static_cast<int>(l);
  return innermost;
}

} // namespace

RemainsOfLoops::RemainsOfLoops(const LoopExtents &extents, const SecondRun &run)
    : extents_(extents), run_(run), callees_(run.places.size()) {
  for (const auto &[function, symbols] : run.symbols)
    for (const std::string &symbol : symbols)
      by_symbol_[symbol] = function;
  for (const IrCall &call : run.calls)
    if (call.place >= 0)
      callees_[call.place].push_back(call.callee);
}

std::string RemainsOfLoops::readable(const std::string &symbol) const {
  const auto known = by_symbol_.find(symbol);
  return known != by_symbol_.end() ? readable_name(*known->second) : readable_name(symbol);
}

void RemainsOfLoops::add(const TextFunction &function) {
  written_.insert(function.name);
  const auto line_count = static_cast<std::size_t>(std::count(function.text.begin(), function.text.end(), '\n'));
  const std::vector<int> innermost = innermost_by_line(function, line_count);
  for (const TextInstruction &instruction : function.instructions)
    if (instruction.place >= 0 && instruction.place < static_cast<int>(run_.places.size()))
      add_instruction(function, instruction.place, innermost[instruction.line]);
}

bool RemainsOfLoops::begin_in_one_file(int extent, int other) const {
  return extents_[extent].keyword_place.file == extents_[other].keyword_place.file;
}

void RemainsOfLoops::add_instruction(const TextFunction &function, int place, int inside_loop) {
  place = run_.places[place].without_access >= 0 ? run_.places[place].without_access : place;
  add_to_statement(function, place, inside_loop);
  const auto extent_of = [&](int loop) {
    const int ir_loop = loop >= 0 ? function.loops[loop].ir_loop : -1;
    return ir_loop >= 0 ? run_.loops[ir_loop].extent : -1;
  };
  std::set<int> loops_around;
  for (int loop = inside_loop; loop >= 0; loop = function.loops[loop].parent)
    loops_around.insert(extent_of(loop));
  for (int at = place; at >= 0; at = run_.places[at].call_site) {
    const auto function_of_place = by_symbol_.find(run_.places[at].function);
    const clang::FunctionDecl *source = function_of_place != by_symbol_.end() ? function_of_place->second : nullptr;
    for (int extent = extents_.innermost_at(run_.places[at].place, source); extent >= 0;
         extent = extents_[extent].parent) {
      vanish::Remains &remains = left_[{extent, run_.places[at].function, function.name}].remains;
      ++remains.located_instructions;
      if (inside_loop >= 0 && loops_around.count(extent) == 0) {
        ++remains.in_other_loops;
        if (const int other = extent_of(inside_loop); other >= 0 && begin_in_one_file(other, extent))
          remains.other_line = static_cast<int>(extents_[other].keyword_place.line);
      }
      remains.callees.insert(remains.callees.end(), callees_[place].begin(), callees_[place].end());
    }
  }
}

void RemainsOfLoops::add_to_statement(const TextFunction &function, int place, int inside_loop) {
  if (extents_.statements().is_empty())
    return;
  for (int at = place; at >= 0; at = run_.places[at].call_site) {
    const int statement = extents_.statements().innermost_at(run_.places[at].place);
    if (statement < 0)
      continue;
    Left &left = left_[{-1 - statement, run_.places[at].function, function.name}];
    ++left.remains.located_instructions;
    left.has_inlined = left.has_inlined || at != place;
    if (inside_loop >= 0)
      ++left.remains.in_other_loops;
    for (const std::string &callee : callees_[place])
      left.remains.callees.push_back(capture::function_name(readable(callee)));
    return;
  }
}

void RemainsOfLoops::add_loop_of_statement(int statement, const std::string &symbol,
                                           const std::string &emitted_function) {
  left_[{-1 - statement, symbol, emitted_function}].has_loop = true;
}

void RemainsOfLoops::add_loop(int extent, const std::string &symbol, const std::string &emitted_function) {
  left_[{extent, symbol, emitted_function}].has_loop = true;
}

std::string RemainsOfLoops::compiler_remark(int extent, const std::vector<std::string> &symbols) const {
  for (const LoopRemark &remark : run_.remarks)
    if (remark.place == extents_[extent].keyword_place && llvm::is_contained(symbols, remark.function))
      return remark.message;
  return {};
}

vanish::Fate RemainsOfLoops::fate_of(int extent) const {
  vanish::Fate fate;
  fate.function = extents_[extent].function;
  add_instances(extents_[extent].instances, extent, fate);
  return fate;
}

vanish::Fate RemainsOfLoops::fate_of_statement(int id) const {
  const AnnotatedStatement &statement = extents_.statements()[id];
  vanish::Fate fate;
  fate.function = statement.function;
  fate.is_statement = true;
  fate.loops_have_pragmas = with_pragmas_.count(id) != 0;
  add_instances(statement.instances, -1 - id, fate);
  bool calls = statement.span.has_calls || statement.is_definition;
  for (auto at = left_.lower_bound({-1 - id, {}, {}}); at != left_.end() && std::get<0>(at->first) == -1 - id; ++at)
    calls = calls || at->second.has_inlined || !at->second.remains.callees.empty();
  fate.is_plain = !calls;
  return fate;
}

void RemainsOfLoops::add_instances(const std::vector<const clang::FunctionDecl *> &instances, int extent,
                                   vanish::Fate &fate) const {
  std::map<const clang::FunctionDecl *, std::size_t> positions;
  for (const clang::FunctionDecl *function : instances) {
    positions[function] = fate.instances.size();
    vanish::Instance instance;
    instance.name = readable_name(*function);
    const auto symbols = run_.symbols.find(function);
    if (symbols != run_.symbols.end()) {
      instance.compiler_remark = extent >= 0 ? compiler_remark(extent, symbols->second) : "";
      instance.written = llvm::any_of(symbols->second, [this](const std::string &s) { return written_.count(s) != 0; });
    }
    fate.instances.push_back(std::move(instance));
  }
  for (auto at = left_.lower_bound({extent, {}, {}}); at != left_.end() && std::get<0>(at->first) == extent; ++at) {
    vanish::Sighting sighting{readable(std::get<2>(at->first)), at->second.has_loop, at->second.remains};
    const auto function = by_symbol_.find(std::get<1>(at->first));
    const auto position = function == by_symbol_.end() ? positions.end() : positions.find(function->second);
    (position == positions.end() ? fate.elsewhere : fate.instances[position->second].sightings)
        .push_back(std::move(sighting));
  }
}

} // namespace osaca::clang_plugin
