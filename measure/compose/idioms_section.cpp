// Idioms: which instructions rename executes or recognises.
#include "base/format.h"
#include "decode/decoder.h"
#include "measure/compose/core_sections.h"
#include "measure/compose/model_text.h"
#include "measure/tables/example_forms.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace osaca::measure::compose {
namespace {

class IdiomReader {
public:
  explicit IdiomReader(const CoreEvidence &evidence) : evidence_(evidence) {
    if (auto made = OpcodeFinder::create(Isa::x86_64))
      finder_.emplace(std::move(made).value());
  }

  /// The opcode of code with a single instruction; "" otherwise.
  std::string opcode(const std::string &code) {
    if (!finder_ || code.empty())
      return "";
    const auto found = finder_->find(code);
    return found ? found->opcode : "";
  }

  /// The opcode and that of its other encoding, if it has one: x86 has two for most register forms.
  [[nodiscard]] std::vector<std::string> spellings(const std::string &opcode) const {
    std::vector<std::string> made = {opcode};
    if (std::ranges::binary_search(names_, opcode + "_REV"))
      made.push_back(opcode + "_REV");
    return made;
  }

  [[nodiscard]] const CoreEvidence &evidence() const { return evidence_; }

private:
  const CoreEvidence &evidence_;
  std::optional<OpcodeFinder> finder_;
  std::vector<std::string> names_ = opcode_names(Isa::x86_64);
};

std::string rule_text(const char *kind, bool eliminated, const std::set<std::string> &opcodes,
                      bool onto_itself = true) {
  if (opcodes.empty())
    return "";
  const std::vector<std::string> names(opcodes.begin(), opcodes.end());
  return format_text("    - kind: {}\n      eliminated: {}{}\n      source: probes\n      match: {}\n", kind,
                     eliminated ? "true" : "false", onto_itself ? "" : "\n      onto_itself: false",
                     names_text(names, "              "));
}

const char *kind_of_idiom(std::string_view opcode) {
  if (opcode.starts_with("SBB"))
    return "flags";
  const bool is_ones = opcode.find("CMPEQ") != std::string_view::npos ||
                       opcode.find("XNOR") != std::string_view::npos ||
                       opcode.find("TERNLOG") != std::string_view::npos;
  return is_ones ? "ones" : "zero";
}

/// The value if no timing determined it: that of the cores that recognise the idiom.
bool eliminated_if_unknown(std::string_view opcode) { return kind_of_idiom(opcode) == std::string_view("zero"); }

using IdiomGroups = std::map<std::pair<std::string, bool>, std::set<std::string>>;

/// The kind of register of which a form copies all or the lower part into another register of that kind.
std::optional<RegisterKind> copied_kind(const Instruction &instruction) {
  const std::string_view name = instruction.mnemonic;
  if (instruction.operands.size() != 2 || instruction.loads || instruction.stores ||
      (!name.starts_with("mov") && !name.starts_with("vmov")))
    return std::nullopt;
  const Register *to = as_register(instruction.operands.front());
  const Register *from = as_register(instruction.operands.back());
  const bool is_copy = to != nullptr && from != nullptr && to->kind == from->kind && !instruction.operands.front().read;
  return is_copy ? std::optional(to->kind) : std::nullopt;
}

/// Probes test a few moves. Other moves that run at the speed of dispatch, with too few units for that, are treated
/// like the tested moves of their kind of register.
void add_moves_like_those(const CoreEvidence &evidence, std::set<std::string> &moves) {
  constexpr double margin = 1.08;
  std::set<RegisterKind> kinds;
  for (const FormFacts &form : evidence.facts)
    if (const auto kind = copied_kind(form.instruction); kind && moves.contains(form.opcode))
      kinds.insert(*kind);
  for (const FormFacts &form : evidence.facts)
    if (const auto kind = copied_kind(form.instruction);
        kind && kinds.contains(*kind) && form.throughput && *form.throughput <= margin / evidence.dispatch_width)
      moves.insert(form.opcode);
}

void add_moves(IdiomReader &reader, IdiomGroups &groups) {
  constexpr double waits_for_nothing = 0.6;
  for (const auto &[name, finding] : reader.evidence().structure.all()) {
    if (!name.starts_with("moves.") || !name.ends_with(".latency") || !finding.value ||
        *finding.value > waits_for_nothing)
      continue;
    if (const std::string opcode = reader.opcode(finding.subject); !opcode.empty())
      for (const std::string &spelling : reader.spellings(opcode))
        groups[{"move", true}].insert(spelling);
  }
  if (const auto moves = groups.find({"move", true}); moves != groups.end())
    add_moves_like_those(reader.evidence(), moves->second);
}

void add_zeros(IdiomReader &reader, IdiomGroups &groups) {
  constexpr std::string_view tail = ".needs_no_source";
  for (const auto &[name, finding] : reader.evidence().structure.all()) {
    if (!name.starts_with("idioms.") || !name.ends_with(tail) || finding.value.value_or(0) == 0)
      continue;
    const std::string opcode = reader.opcode(finding.subject);
    const std::string of_unit = name.substr(0, name.size() - tail.size()) + ".needs_no_unit";
    if (opcode.empty())
      continue;
    const bool eliminated = reader.evidence().structure.truth(of_unit).value_or(eliminated_if_unknown(opcode));
    for (const std::string &spelling : reader.spellings(opcode))
      groups[{kind_of_idiom(opcode), eliminated}].insert(spelling);
  }
}

/// Chains of one form copy a register to itself. If that takes a cycle for moves that are otherwise free, units execute
/// such moves.
bool waits_onto_itself(const CoreEvidence &evidence, const std::set<std::string> &moves) {
  constexpr double whole_cycle = 0.9;
  int waiting = 0;
  int known = 0;
  for (const FormFacts &form : evidence.facts)
    if (const auto chain = form.figures.latencies.find({"1", "0"}); moves.contains(form.opcode) &&
                                                                    form.direct_pairs.contains({"1", "0"}) &&
                                                                    chain != form.figures.latencies.end()) {
      ++known;
      waiting += chain->second.low_cycles >= whole_cycle ? 1 : 0;
    }
  return 2 * waiting > known;
}

} // namespace

std::string idioms_section(const CoreEvidence &evidence) {
  IdiomReader reader(evidence);
  IdiomGroups groups;
  add_moves(reader, groups);
  add_zeros(reader, groups);
  std::string out;
  for (const auto &[key, opcodes] : groups)
    out +=
        rule_text(key.first.c_str(), key.second, opcodes, key.first != "move" || !waits_onto_itself(evidence, opcodes));
  // Measurements of a core count nops as instructions that need only dispatch.
  out +=
      "    - {kind: nop, eliminated: true, source: probes, match: [NOOP, NOOPL, NOOPW, NOOPQ, NOOPLr, NOOPWr, NOOPQr, "
      "ENDBR64, ENDBR32]}\n";
  return "  idioms:\n" + out;
}

} // namespace osaca::measure::compose
