// Fusion and idioms: what the decoders and the rename stage make of instructions.
#include "measure/model/core_sections.h"
#include "measure/model/model_text.h"
#include "measure/tables/opcode_finder.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace osaca::measure::composer {
namespace {

using core_probes::Finding;

/// Opcodes of an operation with operands of a kind, as the probe calls them, in all widths.
struct OperandKind {
  const char *name;
  std::array<const char *, 3> tails; ///< behind the operation's name; null: none
  bool loads;
  bool has_immediate_and_memory;
};

constexpr std::array<OperandKind, 6> operand_kinds = {{
    {"register", {"??rr*", "8rr*", nullptr}, false, false},
    {"one_register", {"??r", "8r", nullptr}, false, false},
    {"immediate", {"??ri*", "8ri*", "*i*"}, false, false},
    {"load", {"??rm", "8rm", nullptr}, true, false},
    {"memory", {"??mr", "8mr", nullptr}, true, false},
    {"memory_immediate", {"??mi*", "8mi*", nullptr}, true, true},
}};

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return out;
}

/// Patterns of the accumulator's short forms stand apart, since "ADD*i*" would be anything.
std::vector<std::string> first_patterns(const std::string &operation, const OperandKind &kind) {
  std::vector<std::string> made;
  for (const char *tail : kind.tails) {
    if (tail == nullptr)
      continue;
    if (std::string_view(tail) == "*i*")
      for (const char *accumulator : {"8i8", "16i16", "32i32", "64i32"})
        made.push_back(operation + accumulator);
    else
      made.push_back(operation + tail);
  }
  return made;
}

struct FusionGroup {
  std::vector<std::string> jumps;
  bool loads = false;
  bool has_immediate_and_memory = false;
  friend auto operator<=>(const FusionGroup &, const FusionGroup &) = default;
};

/// "fusion.cmp.register" -> cmp, register
const OperandKind *kind_of_finding(const std::string &name, std::string &operation) {
  const std::size_t first = name.find('.');
  const std::size_t second = name.find('.', first + 1);
  if (second == std::string::npos)
    return nullptr;
  operation = upper(std::string_view(name).substr(first + 1, second - first - 1));
  const auto found = std::find_if(operand_kinds.begin(), operand_kinds.end(), [&](const OperandKind &kind) {
    return std::string_view(name).substr(second + 1) == kind.name;
  });
  return found == operand_kinds.end() ? nullptr : &*found;
}

/// A condition or two among many is a figure gone wrong.
bool is_convincing(const Finding &finding) {
  constexpr std::size_t few = 2;
  return finding.holds_with.size() > few || finding.unit.starts_with("of 4 ");
}

/// What was asked of four conditions only is asked of the same operation on registers for the others.
std::vector<std::string> jumps_of(const Finding &finding, const StructureFindings &structure, const std::string &operation) {
  std::vector<std::string> jumps = finding.holds_with;
  if (!finding.unit.starts_with("of 4 "))
    return jumps;
  std::string lower = operation;
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (const Finding *plain = structure.find("fusion." + lower + ".register"); plain != nullptr && jumps.size() >= 2)
    jumps = plain->holds_with;
  return jumps;
}

std::string fusion_rule(const FusionGroup &group, const std::vector<std::string> &first) {
  std::string out = "    - first: " + names_text(first, "              ") + "\n      second: [\"JCC_*\"]\n";
  out += "      second_mnemonic: " + names_text(group.jumps, "              ") + "\n";
  out += std::string("      first_may_load: ") + (group.loads ? "true" : "false") + "\n";
  if (group.has_immediate_and_memory)
    out += "      first_may_have_immediate_and_memory: true\n";
  return out + "      source: probes\n";
}

/// "xor_64": how idioms are called, behind the probe's name.
struct IdiomAnswer {
  std::string opcode;
  bool eliminated = false;
};

class IdiomReader {
public:
  explicit IdiomReader(const CoreEvidence &evidence) : evidence_(evidence) {
    if (auto made = OpcodeFinder::create(Isa::x86_64))
      finder_.emplace(std::move(made).value());
  }

  /// Of code that holds one instruction.
  std::string opcode(const std::string &code) {
    if (!finder_ || code.empty())
      return "";
    const auto found = finder_->find(code);
    return found ? found->opcode : "";
  }

  [[nodiscard]] const CoreEvidence &evidence() const { return evidence_; }

private:
  const CoreEvidence &evidence_;
  std::optional<OpcodeFinder> finder_;
};

std::string rule_text(const char *kind, bool eliminated, const std::set<std::string> &opcodes) {
  if (opcodes.empty())
    return "";
  const std::vector<std::string> names(opcodes.begin(), opcodes.end());
  return std::string("    - kind: ") + kind + "\n      eliminated: " + (eliminated ? "true" : "false") +
         "\n      source: probes\n      match: " + names_text(names, "              ") + "\n";
}

const char *kind_of_idiom(std::string_view opcode) {
  if (opcode.starts_with("SBB"))
    return "flags";
  const bool is_ones = opcode.find("CMPEQ") != std::string_view::npos || opcode.find("XNOR") != std::string_view::npos ||
                       opcode.find("TERNLOG") != std::string_view::npos;
  return is_ones ? "ones" : "zero";
}

using IdiomGroups = std::map<std::pair<std::string, bool>, std::set<std::string>>;

void add_moves(IdiomReader &reader, IdiomGroups &groups) {
  constexpr double waits_for_nothing = 0.6;
  for (const auto &[name, finding] : reader.evidence().structure.all()) {
    if (!name.starts_with("moves.") || !name.ends_with(".latency") || !finding.value || *finding.value > waits_for_nothing)
      continue;
    if (const std::string opcode = reader.opcode(finding.subject); !opcode.empty())
      groups[{"move", true}].insert(opcode);
  }
}

void add_zeros(IdiomReader &reader, IdiomGroups &groups) {
  constexpr std::string_view tail = ".needs_no_source";
  for (const auto &[name, finding] : reader.evidence().structure.all()) {
    if (!name.starts_with("idioms.") || !name.ends_with(tail) || finding.value.value_or(0) == 0)
      continue;
    const std::string opcode = reader.opcode(finding.subject);
    const std::string of_unit = name.substr(0, name.size() - tail.size()) + ".needs_no_unit";
    if (!opcode.empty())
      groups[{kind_of_idiom(opcode), reader.evidence().structure.truth(of_unit).value_or(false)}].insert(opcode);
  }
}

} // namespace

std::string fusion_section(const CoreEvidence &evidence) {
  std::map<FusionGroup, std::vector<std::string>> groups;
  for (const auto &[name, finding] : evidence.structure.all()) {
    std::string operation;
    if (!name.starts_with("fusion.") || !finding.value || finding.holds_with.empty() || !is_convincing(finding))
      continue;
    const OperandKind *kind = kind_of_finding(name, operation);
    if (kind == nullptr)
      continue;
    std::vector<std::string> &first =
        groups[{jumps_of(finding, evidence.structure, operation), kind->loads, kind->has_immediate_and_memory}];
    for (const std::string &pattern : first_patterns(operation, *kind))
      first.push_back(pattern);
  }
  std::string out;
  for (const auto &[group, first] : groups)
    out += fusion_rule(group, first);
  return out.empty() ? "" : "  fusion:\n" + out;
}

std::string idioms_section(const CoreEvidence &evidence) {
  IdiomReader reader(evidence);
  IdiomGroups groups;
  add_moves(reader, groups);
  add_zeros(reader, groups);
  std::string out;
  for (const auto &[key, opcodes] : groups)
    out += rule_text(key.first.c_str(), key.second, opcodes);
  // Whoever measures a core counts nops as what fills dispatch and nothing else.
  out += "    - {kind: nop, eliminated: true, source: probes, match: [NOOP, NOOPL, NOOPW, NOOPQ, NOOPLr, NOOPWr, NOOPQr, "
         "ENDBR64, ENDBR32]}\n";
  return "  idioms:\n" + out;
}

} // namespace osaca::measure::composer
