#include "analysis/findings/findings.h"
#include "report/rules.h"

#include <algorithm>

namespace osaca {

Finding make_finding(const KernelFacts &facts, std::string_view rule, std::string message,
                     std::vector<int> instructions) {
  Finding finding;
  finding.rule = rule;
  finding.message = std::move(message);
  if (const Rule *entry = find_rule(rule)) {
    finding.severity = entry->severity;
    finding.fix = entry->fix;
  }
  finding.where = facts.report.source;
  for (int i : instructions) {
    const SourceLocation &place = facts.code.instructions[static_cast<std::size_t>(i)].source;
    if (place.known()) {
      finding.where = place;
      break;
    }
  }
  finding.instructions = std::move(instructions);
  return finding;
}

Finding advised(Finding finding, std::string advice) {
  if (!advice.empty())
    finding.fix = std::move(advice);
  return finding;
}

namespace {

/// In a sentence, "through and and lea" cannot be read; nor can nothing.
std::string in_a_sentence(const std::string &mnemonic) {
  if (mnemonic.empty())
    return "a line that could not be read";
  const bool is_a_word = mnemonic == "and" || mnemonic == "or" || mnemonic == "not" || mnemonic == "in";
  return is_a_word ? "'" + mnemonic + "'" : mnemonic;
}

} // namespace

std::string mnemonics(const KernelFacts &facts, const std::vector<int> &instructions) {
  std::vector<std::string> names;
  for (int i : instructions) {
    const std::string name = in_a_sentence(facts.code.instructions[static_cast<std::size_t>(i)].mnemonic);
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  }
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == most) {
      text += " and " + std::to_string(names.size() - most) + " more";
      break;
    }
    if (i > 0)
      text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

} // namespace osaca
