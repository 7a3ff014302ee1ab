// Fusion: which operations the decoders fuse with the following conditional jump. Single timings can be wrong, so
// operations that fuse with nearly the same conditions are treated as one kind, and the majority decides.
#include "base/format.h"
#include "measure/compose/core_sections.h"
#include "measure/compose/model_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

namespace osaca::measure::compose {
namespace {

using core_probes::ProbeFinding;
using Jumps = std::set<std::string>;

/// The opcodes of an operation for one kind of operands in the probe's terms, in all widths.
struct OperandKind {
  const char *name;
  std::array<const char *, 7> tails; ///< the part of the opcode after the operation's name; null: no more
  bool loads;
  bool has_immediate_and_memory;
};

constexpr std::array<OperandKind, 6> operand_kinds = {{
    {"register", {"??rr*", "8rr*"}, false, false},
    {"one_register", {"??r", "8r"}, false, false},
    {"immediate", {"??ri*", "8ri*", "8i8", "16i16", "32i32", "64i32"}, false, false},
    {"load", {"??rm", "8rm"}, true, false},
    {"memory", {"??mr", "8mr"}, true, false},
    {"memory_immediate", {"??mi*", "8mi*"}, true, true},
}};

struct FusionAnswer {
  std::string operation; ///< "cmp"
  const OperandKind *kind = nullptr;
  Jumps jumps;
  bool of_few = false; ///< only four conditions were tested
  bool is_clear = true;
};

/// A file may contain anything.
bool is_mnemonic(const std::string &word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

/// "fusion.cmp.register"
std::optional<FusionAnswer> answer_of(const std::string &name, const ProbeFinding &finding) {
  const std::size_t first = name.find('.');
  const std::size_t second = name.find('.', first + 1);
  if (!name.starts_with("fusion.") || second == std::string::npos)
    return std::nullopt;
  const auto kind = std::ranges::find_if(
      operand_kinds, [&](const OperandKind &one) { return std::string_view(name).substr(second + 1) == one.name; });
  if (kind == operand_kinds.end() || !is_mnemonic(name.substr(first + 1, second - first - 1)) ||
      !std::ranges::all_of(finding.holds_with, is_mnemonic))
    return std::nullopt;
  return FusionAnswer{name.substr(first + 1, second - first - 1), &*kind,
                      Jumps(finding.holds_with.begin(), finding.holds_with.end()), finding.unit.starts_with("of 4 "),
                      finding.value.has_value()};
}

std::vector<FusionAnswer> fusion_answers(const StructureFindings &structure) {
  std::vector<FusionAnswer> answers;
  for (const auto &[name, finding] : structure.all())
    if (auto answer = answer_of(name, finding))
      answers.push_back(std::move(*answer));
  return answers;
}

bool is_basic(const FusionAnswer &answer) {
  return answer.kind == &operand_kinds[0] || answer.kind == &operand_kinds[1];
}

/// One or two conditions among sixteen are a measurement error.
bool is_convincing(const FusionAnswer &answer) {
  constexpr std::size_t few = 2;
  return answer.of_few ? answer.jumps.size() >= few : answer.jumps.size() > few;
}

/// Operations that fuse with the same conditions.
struct FusionKind {
  std::vector<Jumps> votes;
  std::set<std::string> operations;

  [[nodiscard]] Jumps jumps() const {
    std::map<std::string, std::size_t> counts;
    for (const Jumps &one : votes)
      for (const std::string &jump : one)
        ++counts[jump];
    Jumps made;
    for (const auto &[jump, count] : counts)
      if (2 * count > votes.size())
        made.insert(jump);
    return made;
  }
};

double likeness(const Jumps &a, const Jumps &b) {
  std::size_t common = 0;
  for (const std::string &jump : a)
    common += b.contains(jump) ? 1 : 0;
  const std::size_t all = a.size() + b.size() - common;
  return all == 0 ? 1 : static_cast<double>(common) / static_cast<double>(all);
}

std::vector<FusionKind> fusion_kinds(const std::vector<FusionAnswer> &answers) {
  constexpr double alike = 0.7;
  std::vector<FusionKind> kinds;
  const auto add = [&](const FusionAnswer &answer, bool may_begin) {
    const auto place = std::ranges::find_if(
        kinds, [&](const FusionKind &kind) { return likeness(kind.jumps(), answer.jumps) >= alike; });
    if (place == kinds.end() && !may_begin)
      return;
    FusionKind &kind = place == kinds.end() ? kinds.emplace_back() : *place;
    kind.votes.push_back(answer.jumps);
    if (is_basic(answer))
      kind.operations.insert(answer.operation);
  };
  for (const bool clear : {true, false}) // clear answers define the kinds
    for (const FusionAnswer &answer : answers)
      if (is_basic(answer) && answer.is_clear == clear && is_convincing(answer))
        add(answer, true);
  for (const FusionAnswer &answer : answers)
    if (!is_basic(answer) && !answer.of_few && is_convincing(answer))
      add(answer, false);
  return kinds;
}

/// An operation with an immediate whose result was never clear is treated like the register form.
bool is_joined(const FusionAnswer &answer) {
  return is_convincing(answer) || (!answer.is_clear && !answer.of_few && answer.jumps.empty());
}

std::string fusion_rule(const Jumps &jumps, bool loads, bool has_immediate, const std::vector<std::string> &first) {
  const std::vector<std::string> names(jumps.begin(), jumps.end());
  std::string out =
      format_text("    - first: {}\n"
                  "      second: [\"JCC_*\"]\n"
                  "      second_mnemonic: {}\n"
                  "      first_may_load: {}\n",
                  names_text(first, "              "), names_text(names, "              "), loads ? "true" : "false");
  if (has_immediate)
    out += "      first_may_have_immediate_and_memory: true\n";
  return out + "      source: probes\n";
}

std::string upper(std::string text) {
  for (char &c : text)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

} // namespace

std::string fusion_section(const CoreEvidence &evidence) {
  const std::vector<FusionAnswer> answers = fusion_answers(evidence.structure);
  std::string out;
  for (const FusionKind &kind : fusion_kinds(answers))
    for (const auto &[loads, has_immediate] :
         {std::pair{false, false}, std::pair{true, false}, std::pair{true, true}}) {
      std::vector<std::string> first;
      for (const FusionAnswer &answer : answers)
        if (kind.operations.contains(answer.operation) && answer.kind->loads == loads &&
            answer.kind->has_immediate_and_memory == has_immediate && is_joined(answer))
          for (const char *tail : answer.kind->tails)
            if (tail != nullptr)
              first.push_back(upper(answer.operation) + tail);
      if (!first.empty())
        out += fusion_rule(kind.jumps(), loads, has_immediate, first);
    }
  return out.empty() ? "" : "  fusion:\n" + out;
}

} // namespace osaca::measure::compose
