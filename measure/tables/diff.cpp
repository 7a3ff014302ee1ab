#include "measure/tables/diff.h"

#include <unordered_set>

namespace osaca::measure {
namespace {

/// LLVM's order, then what LLVM does not know (other versions of it have other names).
std::vector<std::string> all_opcodes(const Subject &a, const Subject &b, const ExampleForms &examples) {
  std::vector<std::string> all = examples.opcodes();
  std::unordered_set<std::string> known(all.begin(), all.end());
  for (const Subject *one : {&a, &b})
    for (const std::string &opcode : one->opcodes())
      if (known.insert(opcode).second)
        all.push_back(opcode);
  return all;
}

} // namespace

std::vector<FigureDifference> differences(const FormFigures &a, const FormFigures &b, const Tolerance &tolerance,
                                          bool &common) {
  std::vector<FigureDifference> found;
  common = a.throughput && b.throughput;
  if (common && !agree(*a.throughput, *b.throughput, tolerance))
    found.push_back({"throughput", "", "", *a.throughput, *b.throughput});
  for (const auto &[pair, mine] : a.latencies) {
    const auto other = b.latencies.find(pair);
    if (other == b.latencies.end())
      continue;
    common = true;
    if (!agree(mine, other->second, tolerance))
      found.push_back({"latency", pair.first, pair.second, mine, other->second});
  }
  return found;
}

Comparison compare(const Subject &a, const Subject &b, ExampleForms &examples, const DiffOptions &options) {
  Comparison made;
  for (const std::string &opcode : all_opcodes(a, b, examples)) {
    if (!options.wanted(opcode))
      continue;
    const auto mine = a.figures(opcode, examples);
    const auto other = b.figures(opcode, examples);
    if (mine && !other)
      made.only_a.push_back(opcode);
    if (!mine && other)
      made.only_b.push_back(opcode);
    if (!mine || !other)
      continue;
    bool common = false;
    std::vector<FigureDifference> found = differences(*mine, *other, options.tolerance, common);
    if (!common)
      ++made.uncomparable_count;
    else if (found.empty())
      ++made.same_count;
    else
      made.differing.push_back({opcode, std::move(found)});
  }
  return made;
}

} // namespace osaca::measure
