#include "analysis/findings/findings.h"
#include "base/file_name.h"
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
    const SourceLocation place = shown_place(facts, facts.code.instructions[at(i)]);
    if (place.known()) {
      finding.where = place;
      break;
    }
  }
  finding.instructions = std::move(instructions);
  return finding;
}

SourceLocation shown_place(const KernelFacts &facts, const Instruction &instruction) {
  const auto is_readers = [&](const SourceLocation &place) {
    return place.file == facts.report.source.file || !is_system_header(place.file);
  };
  if (is_readers(instruction.source))
    return instruction.source;
  const auto site = std::ranges::find_if(instruction.inlined_at, is_readers);
  return site == instruction.inlined_at.end() ? instruction.source : *site;
}

Mnemonics mnemonics(const KernelFacts &facts, const std::vector<int> &instructions) {
  Mnemonics names;
  for (int i : instructions) {
    const std::string &name = facts.code.instructions[at(i)].mnemonic;
    if (std::ranges::find(names, name) == names.end())
      names.push_back(name);
  }
  return names;
}

} // namespace osaca
