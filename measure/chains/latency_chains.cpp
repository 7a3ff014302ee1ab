#include "measure/chains/latency_chains.h"

#include "measure/chains/chain_ends.h"
#include "measure/chains/chain_path.h"
#include "measure/chains/dependence_breaking.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr int most_readings = 4;

using Part = Endpoint::Part;

} // namespace

std::string text_of(const Endpoint &endpoint) {
  const std::string number = std::to_string(endpoint.operand);
  switch (endpoint.part) {
  case Part::value: return number;
  case Part::base: return number + ".base";
  case Part::index: return number + ".index";
  }
  return number;
}

std::vector<OperandPair> operand_pairs(const FormShape &shape) {
  std::vector<Endpoint> sources;
  std::vector<Endpoint> results;
  for (std::size_t i = 0; i < shape.roles.size(); ++i) {
    const OperandRole &role = shape.roles[i];
    const bool is_memory = as_memory(role.operand) != nullptr;
    if (!is_memory && as_register(role.operand) == nullptr)
      continue;
    if (role.base_operand >= 0)
      sources.push_back({i, Part::base});
    if (role.index_operand >= 0)
      sources.push_back({i, Part::index});
    if (role.operand.read)
      sources.push_back({i, Part::value});
    if (role.operand.written)
      results.push_back({i, Part::value});
  }
  std::vector<OperandPair> pairs;
  for (const Endpoint &to : results)
    for (const Endpoint &from : sources)
      if (from.part == Part::value || as_memory(shape.roles[to.operand].operand) == nullptr)
        pairs.push_back({from, to});
  return pairs;
}

Expected<std::vector<LatencyChain>> ChainBuilder::chains(const FormShape &shape, const OperandPair &pair,
                                                         const ValueSet &values) {
  std::vector<LatencyChain> made;
  const Instruction &example = shape.example.instruction;
  const bool may_go_uncut = pair.from != pair.to && !drifts_to_special_values(chooser_.isa().isa, example.mnemonic) &&
                            !breakers_of(chooser_, shape, example, {pair.from.operand}).empty();
  for (int reading = 0; reading < most_readings; ++reading) {
    auto chain = one_chain(shape, pair, values, {reading, true, 0});
    if (!chain && reading == 0)
      return chain.error();
    if (!chain)
      break;
    made.push_back(*chain);
    if (may_go_uncut)
      if (auto uncut = one_chain(shape, pair, values, {reading, false, 0}))
        made.push_back(*uncut);
    const auto restorers = static_cast<int>(chooser_.isa().other_vector_restorers.size());
    for (int restorer = 1; restorer <= restorers; ++restorer)
      if (auto other = one_chain(shape, pair, values, {reading, true, restorer}))
        made.push_back(*other);
  }
  return made;
}

Expected<LatencyChain> ChainBuilder::one_chain(const FormShape &shape, const OperandPair &pair, const ValueSet &values,
                                               const Way &way) {
  ChainEndChooser ends(chooser_, shape, pair);
  if (auto problem = ends.choose_registers())
    return *problem;
  auto code = chooser_.encode(shape, ends.wishes());
  if (!code)
    return code.error();
  LatencyChain made;
  made.reading = way.reading;
  made.restorer = way.restorer;
  Benchmark &benchmark = made.benchmark;
  const auto add = [&](const std::string &text) -> std::optional<Error> {
    auto piece = pieces_.make(text);
    if (!piece)
      return piece.error();
    benchmark.body.push_back(*piece);
    benchmark.instructions += line_count(text);
    return std::nullopt;
  };
  for (const std::string &text :
       way.cuts ? breakers_of(chooser_, shape, code->instruction, ends.kept()) : std::vector<std::string>())
    if (auto problem = add(text))
      return *problem;
  benchmark.body.push_back({code->instruction.text, code->bytes});
  ++benchmark.instructions;
  ChainEnds wanted = ends.ends();
  wanted.restorer = way.restorer;
  const Expected<ChainPath> path = path_between(chooser_.isa(), wanted, way.reading);
  if (!path)
    return path.error();
  for (const PathStep &step : path->steps)
    if (auto problem = add(step.text))
      return *problem;
  for (const PathStep &step : path->steps)
    if (!step.helper.empty())
      made.helpers.push_back(step.helper);
  auto start = pieces_.make(beginning_for(chooser_, shape, code->instruction, encoding_, values));
  if (!start)
    return start.error();
  benchmark.beginning = *start;
  benchmark.encoding = encoding_;
  benchmark.values = values;
  benchmark.changes_memory = code->instruction.stores || path->stores || pair.to.operand == pair.from.operand;
  return made;
}

} // namespace osaca::measure
