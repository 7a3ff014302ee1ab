#include "render/words/sentence_parts.h"

#include "base/readable_name.h"
#include "render/words/words.h"

#include <algorithm>

namespace osaca {

namespace {

/// Quotes mnemonics that would be misread in a sentence, as in "through and and lea", and replaces an empty one.
std::string in_a_sentence(const std::string &mnemonic) {
  if (mnemonic.empty())
    return "a line that could not be read";
  const bool is_a_word = mnemonic == "and" || mnemonic == "or" || mnemonic == "not" || mnemonic == "in";
  return is_a_word ? "'" + mnemonic + "'" : mnemonic;
}

} // namespace

std::string enumerated(const Mnemonics &mnemonics) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < mnemonics.size(); ++i) {
    if (i == most)
      return text + " and " + std::to_string(mnemonics.size() - most) + " more";
    if (i > 0)
      text += i + 1 == mnemonics.size() ? " and " : ", ";
    text += in_a_sentence(mnemonics[i]);
  }
  return text;
}

std::string text_of_few(Cycles cycles) { return cycles.text(cycles < Cycles(1) ? 3 : 2); }

std::string at_least(bool complete) { return complete ? "" : "at least "; }

namespace {

std::string shares_of(const PortsBusy &ports) {
  std::string text;
  for (const PortsBusy::Share &share : ports.shares)
    text += (text.empty() ? "" : ", ") + share.port + " " + share.busy.text();
  return text;
}

/// " (the branch at line 9)", " (the branches at lines 7 and 9)"; empty if there are none.
std::string branches_in_words(const std::vector<SourceLocation> &branches) {
  if (branches.empty())
    return "";
  const bool in_one_file =
      std::ranges::all_of(branches, [&](const SourceLocation &branch) { return branch.file == branches.front().file; });
  std::vector<std::string> names;
  for (const SourceLocation &branch : branches)
    names.push_back((in_one_file ? "" : branch.file + ":") + std::to_string(branch.line));
  const std::string which = branches.size() == 1 ? "the branch at " : "the branches at ";
  const std::string lines = !in_one_file ? "" : branches.size() == 1 ? "line " : "lines ";
  return " (" + which + lines + enumerated(names) + ")";
}

struct FrontEndLimit {
  std::string operator()(const FrontEndBusy::Blocks &code) const {
    return "its " + std::to_string(code.bytes) + " bytes of code lie in " + code.blocks.text(1) +
           " aligned blocks of " + std::to_string(code.block_bytes) + " bytes, and one is read per cycle";
  }
  std::string operator()(const FrontEndBusy::Entries &code) const {
    return "its macro-ops lie in " + std::to_string(code.entries) + " entries of the cache of decoded instructions (" +
           std::to_string(code.entry_ops) + " in each, and none across aligned blocks of " +
           std::to_string(code.block_bytes) + " bytes), and one is read per cycle";
  }
  std::string operator()(const FrontEndBusy::Decoders &code) const {
    return "its " + std::to_string(code.instructions) +
           " instructions do not fit into the cache of decoded instructions: " + std::to_string(code.per_cycle) +
           " per cycle are decoded";
  }
  std::string operator()(const FrontEndBusy::Cache &code) const {
    return "its " + std::to_string(code.bytes) +
           " bytes of code do not fit into the first-level instruction cache: " + std::to_string(code.bytes_per_cycle) +
           " bytes per cycle come from behind it";
  }
  std::string operator()(const FrontEndBusy::Dense &code) const {
    return std::to_string(code.bytes) + " bytes of its code have more than " + std::to_string(code.most_ops) +
           " macro-ops in an aligned block of " + std::to_string(code.block_bytes) +
           " bytes, which the cache of decoded instructions does not keep: " + std::to_string(code.bytes_per_cycle) +
           " bytes per cycle are decoded";
  }
  std::string operator()(const FrontEndBusy::Lengths &late) const {
    return "a prefix changes the length of " + std::to_string(late.instructions) +
           (late.instructions == 1 ? " instruction" : " of its instructions") + ": " + late.cycles.text() +
           " cycles each to decode";
  }
  std::string operator()(const FrontEndBusy::WholeReads &read) const {
    return "its " + read.macro_ops.text(1) + " macro-ops are read in " + read.cycles.text() + " cycles, up to " +
           std::to_string(read.per_cycle) + " in each, and none from behind a taken branch with those before it";
  }
  std::string operator()(const FrontEndBusy::TakenBranches &branches) const {
    return (branches.count == 1 ? "the loop is so short that its taken branch alone takes "
                                : "its " + std::to_string(branches.count) + " taken branches alone take ") +
           branches.cycles.text() + " cycles";
  }
  std::string operator()(const FrontEndBusy::Dispatch &dispatch) const {
    return dispatch.macro_ops.text(1) + " macro-ops per iteration take " + dispatch.cycles.text() +
           " cycles to dispatch (" + dispatch.width.text() + " per cycle" +
           (dispatch.waiting.is_zero() ? "" : "; those that an index splits in two wait for the first places of one") +
           "), longer than the ports need";
  }
};

class Message {
public:
  explicit Message(const Finding &finding) : count_(finding.instructions.size()) {}

  std::string operator()(const WrittenFinding &written) const { return written.message; }
  std::string operator()(const DividerBusy &divider) const {
    return enumerated(divider.mnemonics) + (count_ == 1 ? " occupies" : " occupy") + " the divider " +
           divider.busy.text() + " of " + divider.whole.text() + " cycles: an unhidden division or square root";
  }
  std::string operator()(const PortsBusy &ports) const {
    return enumerated(ports.mnemonics) + " keep" + (count_ == 1 ? "s" : "") + " the busiest ports occupied for " +
           (ports.whole ? "" : "all ") + ports.busy.text() + (ports.whole ? " of " + ports.whole->text() : "") +
           " cycles (" + shares_of(ports) + ")" + refining(ports);
  }
  std::string operator()(const FrontEndBusy &front) const { return std::visit(FrontEndLimit{}, front.limit); }
  std::string operator()(const StoresBusy &stores) const {
    return "its stores take " + stores.cycles.text() + " cycles to leave for the cache: at most " +
           std::to_string(stores.per_cycle) + " per cycle, and one change of " + std::to_string(stores.block_bytes) +
           "-byte block per cycle";
  }
  std::string operator()(const ChainWait &chain) const {
    const std::string span =
        chain.iterations == 1
            ? "each iteration waits " + chain.cycles.text() + " cycles for the one before it"
            : "a chain of " + chain.cycles.text() + " cycles spans " + std::to_string(chain.iterations) + " iterations";
    const std::string memory = text_of(chain.through_memory);
    return span + (memory.empty() ? "" : ", because " + memory + " is stored and loaded again") + ", through " +
           enumerated(chain.mnemonics);
  }
  std::string operator()(const ScalarArithmetic &scalar) const {
    return "all floating-point arithmetic is scalar (" + enumerated(scalar.mnemonics) +
           ") although packed forms exist" +
           (scalar.vectors.told_by_compiler.empty()
                ? ""
                : "; the compiler says: \"" + scalar.vectors.told_by_compiler + "\"") +
           branches_in_words(scalar.branches);
  }
  std::string operator()(const UnfusedPair &pair) const {
    return pair.multiply + " and " + pair.add + " could be one fused multiply-add";
  }
  std::string operator()(const ScatteredUpdates &updates) const {
    return "where one iteration after the other comes to the same place" +
           (updates.array.empty() ? "" : " of " + updates.array) + ", each waits " + updates.wait.text() +
           " cycles for the one before it, through " + enumerated(updates.mnemonics) + "; the prediction of " +
           updates.whole.text() + " cycles is for places that differ";
  }
  std::string operator()(const Spills & /*spills*/) const {
    return std::to_string(count_) + " instructions store values to the stack and load them again inside the loop";
  }
  std::string operator()(const AliasedLoads &loads) const {
    return std::to_string(count_) + " loads" + (loads.on_stack ? " from the stack" : "") + " agree in the low " +
           std::to_string(loads.low_bits) +
           " bits of the address with a store shortly before them to another page, through the same registers: more "
           "than " +
           std::to_string(loads.learned) + " of them cost about " + loads.cycles.text() +
           " cycles each, which is not part of the prediction";
  }
  std::string operator()(const ForwardingBlocked &blocked) const {
    const std::string cost = blocked.cycles.is_zero()
                                 ? "what that costs on this core is not known, and not part of the prediction"
                                 : "that takes " + text_of_few(blocked.cycles) + " cycles from the store to the load";
    return std::to_string(blocked.loaded_bytes) + " bytes are loaded (" + blocked.load +
           ") of which the store before (" + blocked.store + ") wrote " + std::to_string(blocked.stored_bytes) +
           ": the load waits until the store has reached the cache; " + cost;
  }
  std::string operator()(const CallMade &call) const {
    return "the loop calls " + (call.callee.empty() ? "a function through a pointer" : readable_name(call.callee)) +
           "; what that costs is not part of the prediction" +
           (call.saves == 0
                ? ""
                : ", but for " + std::to_string(call.saves) + " instructions that keep values in memory meanwhile");
  }
  std::string operator()(const RegisterStackUsed &used) const {
    const std::string names = enumerated(used.mnemonics);
    return used.is_followed ? "the loop computes on the x87 register stack (" + names +
                                  "): one value at a time, and slower than on vector registers"
                            : "values on the x87 register stack (" + names +
                                  ") are not followed from one instruction to the next: the loop may take longer";
  }
  std::string operator()(const FiguresMissing &missing) const {
    return "no figures for " + enumerated(missing.mnemonics) + " on " + missing.arch +
           ": the prediction is a lower bound" + absence(missing.absent) + repetition(missing.repeated);
  }
  std::string operator()(const LoopLost &lost) const {
    const std::string reason = lost.reason.empty() ? "" : ": " + lost.reason;
    switch (lost.status) {
    case AnnotationStatus::analysed: return "this loop is not left everywhere" + reason;
    case AnnotationStatus::vanished: return "no loop of the machine code belongs to this one" + reason;
    case AnnotationStatus::not_a_loop: break;
    }
    return "nothing is analysed for this pragma" + reason;
  }
  std::string operator()(const ExpectationUnreadable &unreadable) const {
    return "what follows '#pragma osaca analyze' cannot be read: " + unreadable.problem;
  }
  std::string operator()(const ExpectationBroken &broken) const { return message_of(broken); }
  std::string operator()(const Regression &regression) const { return message_of(regression); }
  std::string operator()(const DataFar &far) const { return message_of(far); }
  std::string operator()(const LoadsChased &chased) const { return message_of(chased); }
  std::string operator()(const LinesHalfUsed &half_used) const { return message_of(half_used); }
  std::string operator()(const LinesReadToBeWritten &read) const { return message_of(read); }
  std::string operator()(const RowsLost &lost) const { return phrase_of(lost.condition); }

private:
  /// These instructions are not in the source: the compiler was allowed to compute inexactly.
  static std::string refining(const PortsBusy &ports) {
    return ports.refining == 0 ? ""
                               : "; " + std::to_string(ports.refining) +
                                     " of these instructions refine an estimate, which the compiler takes in place of "
                                     "a division or a root (-mrecip, -ffast-math)";
  }
  [[nodiscard]] std::string absence(int absent) const {
    if (absent == 0)
      return "";
    if (static_cast<std::size_t>(absent) == count_)
      return " (this core has no such instruction)";
    return " (this core does not have " + std::to_string(absent) + " of these " + std::to_string(count_) +
           " instructions)";
  }

  [[nodiscard]] std::string repetition(int repeated) const {
    if (repeated == 0)
      return "";
    return static_cast<std::size_t>(repeated) == count_
               ? " (its cost depends on the count in rcx)"
               : " (the cost of " + std::to_string(repeated) + " of them depends on the count in rcx)";
  }

  std::size_t count_;
};

struct Step {
  std::string operator()(const WrittenStep &written) const { return written.text; }
  std::string operator()(const ChainStep &step) const {
    const std::string via = text_of(step.via);
    return step.instruction + ": " + step.cycles.text() + " cycles" + (via.empty() ? "" : ", passes on " + via) +
           (step.through_memory ? " through memory" : "") + (step.crosses_iteration ? " to the next iteration" : "");
  }
};

} // namespace

std::string message_of(const Finding &finding) { return std::visit(Message(finding), finding.facts); }

std::string message_of(const CollectedFinding &finding) {
  std::string others;
  for (const std::string &arch : finding.also_on)
    others += (others.empty() ? " (also on " : ", ") + arch;
  return message_of(finding.finding) + others + (others.empty() ? "" : ")");
}

std::string text_of(const FindingStep &step) { return std::visit(Step{}, step.what); }

std::string text_of(const BoundReason &reason) {
  return reason.finding ? message_of(*reason.finding) : text_of(reason.facts);
}

namespace {

std::string bound_with_reason(std::optional<BoundKind> bound_by, const BoundReason &reason) {
  if (!bound_by)
    return "but what bounds it is not known";
  const std::string why = text_of(reason);
  return "bound by " + std::string(phrase_of(*bound_by)) + (why.empty() ? "" : ": " + why);
}

struct Contradiction {
  std::string operator()(const ExpectationBroken::NoLoop &lost) const {
    return "no loop is left" + (lost.reason.empty() ? "" : ": " + lost.reason);
  }
  std::string operator()(const ExpectationBroken::SourceIterationsUnknown & /*unknown*/) const {
    return "how many iterations of the source one of the machine loop does is not known";
  }
  std::string operator()(const ExpectationBroken::LevelUnknown &unknown) const {
    return "the model does not know what it takes with data in " + unknown.level;
  }
  std::string operator()(const ExpectationBroken::OtherCycles &other) const {
    const std::string predicted = "predicted are " + at_least(other.complete) + text_of_few(other.cycles);
    if (other.is_confirmable)
      return predicted + ", " + bound_with_reason(other.bound_by, other.reason);
    return predicted +
           (other.in_order ? ", but the core executes in program order, and its stalls are not modelled"
                           : ", but the loop calls functions or holds instructions without figures") +
           ", so that cannot be confirmed";
  }
  std::string operator()(const ExpectationBroken::OtherVectors &other) const {
    return other.bits > 0 ? "the widest packed arithmetic has " + std::to_string(other.bits) + " bits"
                          : "there is no packed arithmetic";
  }
  std::string operator()(const ExpectationBroken::BoundUnknown & /*unknown*/) const {
    return "what bounds the loop is not known: part of what takes its time was not followed";
  }
  std::string operator()(const ExpectationBroken::OtherBound &other) const {
    return "the loop is " + bound_with_reason(other.bound_by, other.reason);
  }
  std::string operator()(const ExpectationBroken::DividerUsed &used) const {
    return "the divider is busy for " + used.busy.text(2) + " cycles of each iteration";
  }
  std::string operator()(const ExpectationBroken::PlaceMatters &matters) const {
    const CodePlacement &placement = matters.placement;
    if (placement.known == CodePlacement::Known::address)
      return "it takes " + text_of_few(matters.cycles) + " where it lies, " +
             std::to_string(placement.bytes_behind_border) + " bytes behind a border of " +
             std::to_string(placement.border_bytes) + ", and " + text_of_few(placement.least) + " at a better place";
    return placement.least.text() + " to " + placement.most.text() +
           " cycles per iteration, depending on where the linker puts it";
  }
  std::string operator()(const ExpectationBroken::PlaceUnknown & /*unknown*/) const {
    return "the model does not know how the core reads code";
  }
  std::string operator()(const ExpectationBroken::Found &found) const { return message_of(*found.finding); }
};

} // namespace

std::string message_of(const ExpectationBroken &broken) {
  return "expected " + broken.expected + (broken.arch.empty() ? "" : " on " + broken.arch) + ": " +
         std::visit(Contradiction{}, broken.contradiction);
}

} // namespace osaca
