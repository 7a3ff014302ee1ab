#include "loops/chosen_path.h"

#include "base/format.h"
#include "base/index.h"
#include "base/name_matching.h"
#include "base/text.h"
#include "loops/function_code.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace osaca {
namespace {

/// A label for each place that a path must pass through, so a state fits into a word. More are not useful.
constexpr std::size_t most_places = 16;
constexpr std::size_t most_nodes = 200'000;

/// The labels directly before a block. All of them name it.
std::vector<std::string_view> labels_of(const ParsedUnit &unit, const FlowGraph &graph, const BasicBlock &block) {
  std::vector<std::string_view> labels;
  const int first = graph.code[at(block.first)].number;
  for (StatementIndex s{first - 1}; s.number >= 0; s = {s.number - 1}) {
    const AsmStatement &statement = unit.statements[s];
    if (statement.kind == AsmStatementKind::instruction || statement.kind == AsmStatementKind::section)
      break;
    if (statement.kind == AsmStatementKind::label)
      labels.push_back(statement.text);
  }
  return labels;
}

bool has_lines(const ParsedUnit &unit, const FlowGraph &graph) { return instruction_of(unit, graph, 0).line > 0; }

/// "solver.c" is the file "src/solver.c", too.
bool is_file(std::string_view path, std::string_view name) {
  return path == name || (path.ends_with(name) && path[path.size() - name.size() - 1] == '/');
}

bool is_at(const PathPlace &place, const Instruction &instruction, bool with_lines) {
  if (place.file.empty() && with_lines)
    return instruction.line == place.line;
  return instruction.source.line == place.line && (place.file.empty() || is_file(instruction.source.file, place.file));
}

bool contains_place(const ParsedUnit &unit, const FlowGraph &graph, const BasicBlock &block, const PathPlace &place) {
  if (!place.label.empty())
    return std::ranges::count(labels_of(unit, graph, block), place.label) > 0;
  const bool with_lines = has_lines(unit, graph);
  for (int code = block.first; code <= block.last; ++code)
    if (is_at(place, instruction_of(unit, graph, code), with_lines))
      return true;
  return false;
}

std::string list_of(const std::vector<std::string> &names) {
  constexpr std::size_t most = 12;
  const std::vector<std::string> some(names.begin(),
                                      names.begin() + static_cast<std::ptrdiff_t>(std::min(most, names.size())));
  return joined(some) + (names.size() > most ? ", ..." : "");
}

Error no_such_label(const ParsedUnit &unit, const FlowGraph &graph, const PathPlace &place,
                    const std::string &function) {
  std::vector<std::string> names;
  for (const BasicBlock &block : graph.blocks)
    for (const std::string_view label : labels_of(unit, graph, block))
      if (label != function && std::ranges::count(names, label) == 0)
        names.emplace_back(label);
  if (names.empty())
    return {
        format_text("--path: there is no label '{}', because the code of '{}' has no labels", place.label, function)};
  return {format_text("--path: no label '{}' in the code of '{}'; its labels are {}", place.label, function,
                      list_of(names))};
}

Error no_such_line(const ParsedUnit &unit, const FlowGraph &graph, const PathPlace &place,
                   const std::string &function) {
  const bool of_text = place.file.empty() && has_lines(unit, graph);
  std::vector<int> lines;
  for (int code = 0; code < static_cast<int>(graph.code.size()); ++code) {
    const Instruction &instruction = instruction_of(unit, graph, code);
    const bool is_of_file = place.file.empty() || is_file(instruction.source.file, place.file);
    if (const int line = of_text ? instruction.line : instruction.source.line; line > 0 && (of_text || is_of_file))
      lines.push_back(line);
  }
  std::ranges::sort(lines);
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  std::vector<std::string> texts;
  for (const int line : lines)
    texts.push_back(std::to_string(line));
  if (texts.empty())
    return {format_text("--path: the source lines of '{}' are not known; compile with -g, or use labels", function)};
  return {format_text("--path: no instruction of '{}' is from line {}; there are instructions from the lines {}",
                      function, place.line, list_of(texts))};
}

/// The product of a graph with the set of places that a path has passed so far.
class PlacesPassed {
public:
  PlacesPassed(const RouteGraph &routes, std::vector<std::uint32_t> places_of_node, std::uint32_t all)
      : routes_(routes), places_(std::move(places_of_node)), all_(all) {
    made_.has_inner_loops = routes.has_inner_loops;
    made_.ends_at_entry = routes.ends_at_entry;
  }

  std::optional<RouteGraph> build() {
    made_.paths.entry = node_of(routes_.paths.entry, 0);
    for (std::size_t next = 0; next < states_.size(); ++next) {
      if (states_.size() > most_nodes)
        return std::nullopt;
      const auto [node, passed] = states_[next];
      const PathNodeIndex made{static_cast<int>(next)};
      const PathNode &original = routes_.paths.nodes[node];
      for (std::size_t choice = 0; choice < original.successors.size(); ++choice) {
        const PathNodeIndex target = original.successors[choice];
        const bool is_end = target == path_end;
        if (is_end ? passed != all_ : (places_[at(target.number)] & avoided) != 0)
          continue;
        const PathNodeIndex successor = is_end ? path_end : node_of(target, passed);
        made_.paths.nodes[made].successors.push_back(successor);
        made_.kinds[made].push_back(routes_.kinds[node][choice]);
        if (!original.probabilities.empty())
          made_.paths.nodes[made].probabilities.push_back(original.probabilities[choice]);
      }
    }
    return std::move(made_);
  }

  static constexpr std::uint32_t avoided = 1U << 31U;

private:
  PathNodeIndex node_of(PathNodeIndex original, std::uint32_t passed_before) {
    const std::uint32_t passed = passed_before | (places_[at(original.number)] & ~avoided);
    const auto [known, is_new] = numbers_.try_emplace({original, passed}, made_.blocks.end_index());
    if (is_new) {
      states_.emplace_back(original, passed);
      made_.blocks.push_back(routes_.blocks[original]);
      made_.kinds.emplace_back();
      if (!routes_.is_inner.empty())
        made_.is_inner.push_back(routes_.is_inner[original]);
      made_.paths.nodes.emplace_back().size = routes_.paths.nodes[original].size;
    }
    return known->second;
  }

  const RouteGraph &routes_;
  std::vector<std::uint32_t> places_;
  std::uint32_t all_;
  RouteGraph made_{.paths = {}, .blocks = {}, .kinds = {}};
  std::vector<std::pair<PathNodeIndex, std::uint32_t>> states_;
  std::map<std::pair<PathNodeIndex, std::uint32_t>, PathNodeIndex> numbers_;
};

bool has_path(const RouteGraph &routes) { return !find_paths(routes.paths, {.paths = 1}).paths.empty(); }

} // namespace

Expected<RouteGraph> chosen_routes(const ParsedUnit &unit, const FlowGraph &graph, RouteGraph routes,
                                   std::span<const PathPlace> places, const std::string &function) {
  if (places.size() > most_places)
    return Error{format_text("--path: {} places are given; at most {} are supported", places.size(), most_places)};
  std::vector<std::uint32_t> places_of_node(routes.blocks.size(), 0);
  std::uint32_t all = 0;
  std::vector<std::string> texts;
  for (std::size_t p = 0; p < places.size(); ++p) {
    const PathPlace &place = places[p];
    const std::uint32_t mark = place.is_avoided ? PlacesPassed::avoided : 1U << static_cast<unsigned>(p);
    bool found = false;
    for (const PathNodeIndex node : routes.blocks.indices())
      if (contains_place(unit, graph, graph.blocks[routes.blocks[node]], place)) {
        places_of_node[at(node.number)] |= mark;
        found = true;
      }
    if (!found)
      return place.label.empty() ? no_such_line(unit, graph, place, function)
                                 : no_such_label(unit, graph, place, function);
    all |= place.is_avoided ? 0 : mark;
    texts.push_back(place.text());
  }
  const bool starts_there = (places_of_node[at(routes.paths.entry.number)] & PlacesPassed::avoided) == 0;
  std::optional<RouteGraph> chosen =
      starts_there ? PlacesPassed(routes, std::move(places_of_node), all).build() : std::nullopt;
  if (!chosen || !has_path(*chosen))
    return Error{format_text("--path: no path through '{}' passes {}", function, joined(texts, ", ", " and "))};
  return *std::move(chosen);
}

} // namespace osaca
