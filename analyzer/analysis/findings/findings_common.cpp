#include "analysis/findings/findings.h"
#include "base/index.h"
#include "report/rules.h"

#include <algorithm>

namespace osaca {

Finding make_finding(const KernelFacts &facts, std::string_view rule, FindingFacts found,
                     std::vector<int> instructions) {
  Finding finding;
  finding.rule = rule;
  finding.facts = std::move(found);
  if (const Rule *entry = find_rule(rule))
    finding.severity = entry->severity;
  finding.where = facts.report.source;
  for (int i : instructions) {
    const SourceLocation &place = facts.code.instructions[at(i)].source;
    if (place.known()) {
      finding.where = place;
      break;
    }
  }
  finding.instructions = std::move(instructions);
  return finding;
}

Mnemonics mnemonics(const KernelFacts &facts, const std::vector<int> &instructions) {
  Mnemonics names;
  for (int i : instructions) {
    const std::string &name = facts.code.instructions[at(i)].mnemonic;
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  }
  return names;
}

} // namespace osaca
