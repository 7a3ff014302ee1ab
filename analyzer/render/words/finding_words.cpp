#include "render/words/sentence_parts.h"

#include "base/readable_name.h"
#include "base/text.h"
#include "render/words/words.h"

#include <algorithm>

namespace osaca {

namespace {

/// Quotes mnemonics that would be misread in a sentence, as in "through and and lea", and replaces an empty one.
std::string in_a_sentence(const std::string &mnemonic) {
  if (mnemonic.empty())
    return "an unreadable line";
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
    return "the loop's " + std::to_string(code.bytes) + " bytes of code span " + code.blocks.text(1) +
           " aligned blocks of " + std::to_string(code.block_bytes) +
           " bytes, and the core fetches one block per cycle";
  }
  std::string operator()(const FrontEndBusy::Entries &code) const {
    return "the loop's macro-ops occupy " + std::to_string(code.entries) +
           " entries of the op cache, and the core reads one entry per cycle (an entry holds at most " +
           std::to_string(code.entry_ops) + " macro-ops of one aligned block of " + std::to_string(code.block_bytes) +
           " bytes)";
  }
  std::string operator()(const FrontEndBusy::Decoders &code) const {
    return "the loop's " + std::to_string(code.instructions) +
           " instructions do not fit in the op cache, so they are decoded at " + std::to_string(code.per_cycle) +
           " per cycle";
  }
  std::string operator()(const FrontEndBusy::Cache &code) const {
    return "the loop's " + std::to_string(code.bytes) +
           " bytes of code do not fit in the first-level instruction cache, so they are fetched from the next cache "
           "level at " +
           std::to_string(code.bytes_per_cycle) + " bytes per cycle";
  }
  std::string operator()(const FrontEndBusy::Dense &code) const {
    return std::to_string(code.bytes) + " bytes of the loop's code have more than " + std::to_string(code.most_ops) +
           " macro-ops per aligned block of " + std::to_string(code.block_bytes) +
           " bytes; the op cache does not hold such blocks, so they are decoded at " +
           std::to_string(code.bytes_per_cycle) + " bytes per cycle";
  }
  std::string operator()(const FrontEndBusy::Lengths &late) const {
    return std::to_string(late.instructions) +
           (late.instructions == 1 ? " instruction has a length-changing prefix and takes "
                                   : " instructions have a length-changing prefix and each take ") +
           late.cycles.text() + " cycles to decode";
  }
  std::string operator()(const FrontEndBusy::WholeReads &read) const {
    return "the front end needs " + read.cycles.text() + " cycles to read the loop's " + read.macro_ops.text(1) +
           " macro-ops: it reads at most " + std::to_string(read.per_cycle) +
           " per cycle, and never past a taken branch in the same cycle";
  }
  std::string operator()(const FrontEndBusy::TakenBranches &branches) const {
    return (branches.count == 1
                ? "the loop is limited by its taken branch: at least "
                : "the loop is limited by its " + std::to_string(branches.count) + " taken branches: at least ") +
           branches.cycles.text() + " cycles per iteration";
  }
  std::string operator()(const FrontEndBusy::Dispatch &dispatch) const {
    return dispatch.macro_ops.text(1) + " macro-ops per iteration take " + dispatch.cycles.text() +
           " cycles to dispatch (" + dispatch.width.text() + " per cycle" +
           (dispatch.waiting.is_zero()
                ? ""
                : "; those that an indexed address splits in two need the first slots of a cycle") +
           "), longer than the ports need";
  }
};

class Message {
public:
  explicit Message(const Finding &finding) : count_(finding.instructions.size()) {}

  std::string operator()(const WrittenFinding &written) const { return written.message; }
  std::string operator()(const DividerBusy &divider) const {
    return enumerated(divider.mnemonics) + (divider.mnemonics.size() == 1 ? " occupies" : " occupy") +
           " the divider for " + divider.busy.text() + " of " + divider.whole.text() + " cycles per iteration";
  }
  std::string operator()(const PortsBusy &ports) const {
    return enumerated(ports.mnemonics) + " keep" + (ports.mnemonics.size() == 1 ? "s" : "") +
           " the busiest ports occupied for " + (ports.whole ? "" : "all ") + ports.busy.text() +
           (ports.whole ? " of " + ports.whole->text() : "") + " cycles (" + shares_of(ports) + ")" + refining(ports);
  }
  std::string operator()(const FrontEndBusy &front) const { return std::visit(FrontEndLimit{}, front.limit); }
  std::string operator()(const StoresBusy &stores) const {
    return "the loop's stores take " + stores.cycles.text() + " cycles to commit to the cache: at most " +
           std::to_string(stores.per_cycle) + " per cycle, and at most one change to another block of " +
           std::to_string(stores.block_bytes) + " bytes per cycle";
  }
  std::string operator()(const ChainWait &chain) const {
    const std::string span = chain.iterations == 1
                                 ? "each iteration waits " + chain.cycles.text() + " cycles for the previous one"
                                 : "a dependency chain of " + chain.cycles.text() + " cycles spans " +
                                       std::to_string(chain.iterations) + " iterations";
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
    return "if successive iterations update the same element" + (updates.array.empty() ? "" : " of " + updates.array) +
           ", each waits " + updates.wait.text() + " cycles for the previous one, through " +
           enumerated(updates.mnemonics) + "; the prediction of " + updates.whole.text() +
           " cycles assumes different elements";
  }
  std::string operator()(const Spills & /*spills*/) const {
    return std::to_string(count_) + " instructions store values to the stack and load them again inside the loop";
  }
  std::string operator()(const AliasedLoads &loads) const {
    return std::to_string(count_) + " loads" + (loads.on_stack ? " from the stack" : "") +
           " have addresses that agree in the low " + std::to_string(loads.low_bits) +
           " bits with a recent store to another page through the same registers; each such load beyond the first " +
           std::to_string(loads.learned) + " costs about " + loads.cycles.text() +
           " cycles, which the prediction does not include";
  }
  std::string operator()(const ForwardingBlocked &blocked) const {
    const std::string cost = blocked.cycles.is_zero()
                                 ? "this delay is unknown for this core and not included in the prediction"
                                 : "this takes " + text_of_few(blocked.cycles) + " cycles from the store to the load";
    return "a load of " + std::to_string(blocked.loaded_bytes) + " bytes (" + blocked.load + ") reads more than the " +
           counted(blocked.stored_bytes, "byte") + " that the previous store (" + blocked.store +
           ") wrote, so it waits until the store has reached the cache; " + cost;
  }
  std::string operator()(const CallMade &call) const {
    return "the loop calls " + (call.callee.empty() ? "a function through a pointer" : readable_name(call.callee)) +
           "; the prediction does not include the cost of the call" +
           (call.saves == 0 ? ""
                            : ", except for " + std::to_string(call.saves) +
                                  " instructions that save values in memory during the call");
  }
  std::string operator()(const RegisterStackUsed &used) const {
    const std::string names = enumerated(used.mnemonics);
    return used.is_followed ? "the loop computes on the x87 register stack (" + names +
                                  "): one value at a time, and slower than on vector registers"
                            : "dependencies through the x87 register stack (" + names +
                                  ") are not modelled: the loop may take longer than predicted";
  }
  std::string operator()(const FiguresMissing &missing) const {
    return "no figures for " + enumerated(missing.mnemonics) + " on " + missing.arch +
           ": the prediction is a lower bound" + absence(missing.absent) + repetition(missing.repeated);
  }
  std::string operator()(const LoopLost &lost) const {
    const std::string reason = lost.reason.empty() ? "" : ": " + lost.reason;
    switch (lost.status) {
    case AnnotationStatus::analysed: return "some copies of this loop are missing in the machine code" + reason;
    case AnnotationStatus::vanished: return "this loop has no corresponding loop in the machine code" + reason;
    case AnnotationStatus::not_a_loop: break;
    }
    return "this pragma has no effect" + reason;
  }
  std::string operator()(const ExpectationUnreadable &unreadable) const {
    return "cannot parse the clauses of '#pragma osaca analyze': " + unreadable.problem;
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
                                     " of these instructions refine an estimate that the compiler uses instead of a "
                                     "division or square root (-mrecip, -ffast-math)";
  }
  [[nodiscard]] std::string absence(int absent) const {
    if (absent == 0)
      return "";
    if (static_cast<std::size_t>(absent) == count_)
      return " (this core has no such instruction)";
    return " (this core does not support " + std::to_string(absent) + " of these " + std::to_string(count_) +
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
    return step.instruction + ": " + step.cycles.text() + " cycles" + (via.empty() ? "" : ", passes " + via) +
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
    return "bound unknown";
  const std::string why = text_of(reason);
  return "bound by " + std::string(phrase_of(*bound_by)) + (why.empty() ? "" : ": " + why);
}

struct Contradiction {
  std::string operator()(const ExpectationBroken::NoLoop &lost) const {
    return "the loop is not in the machine code" + (lost.reason.empty() ? "" : ": " + lost.reason);
  }
  std::string operator()(const ExpectationBroken::SourceIterationsUnknown & /*unknown*/) const {
    return "the number of source iterations per iteration of the machine loop is unknown";
  }
  std::string operator()(const ExpectationBroken::LevelUnknown &unknown) const {
    return "the model has no prediction for data in " + unknown.level;
  }
  std::string operator()(const ExpectationBroken::OtherCycles &other) const {
    const std::string predicted = "the prediction is " + at_least(other.complete) + text_of_few(other.cycles);
    if (other.is_confirmable)
      return predicted + ", " + bound_with_reason(other.bound_by, other.reason);
    return predicted +
           (other.in_order ? ", but the core executes in program order and its stalls are not modelled"
                           : ", but the loop calls functions or contains instructions without figures") +
           ", so the expectation cannot be verified";
  }
  std::string operator()(const ExpectationBroken::OtherVectors &other) const {
    return other.bits > 0 ? "the widest packed arithmetic is " + std::to_string(other.bits) + " bits wide"
                          : "the loop has no packed arithmetic";
  }
  std::string operator()(const ExpectationBroken::BoundUnknown & /*unknown*/) const {
    return "the bound of the loop is unknown, because part of its cost is not modelled";
  }
  std::string operator()(const ExpectationBroken::OtherBound &other) const {
    return "the loop is " + bound_with_reason(other.bound_by, other.reason);
  }
  std::string operator()(const ExpectationBroken::DividerUsed &used) const {
    return "the divider is busy for " + used.busy.text(2) + " cycles per iteration";
  }
  std::string operator()(const ExpectationBroken::PlaceMatters &matters) const {
    const CodePlacement &placement = matters.placement;
    if (placement.known == CodePlacement::Known::address)
      return "the loop takes " + text_of_few(matters.cycles) + " cycles per iteration at its address, " +
             std::to_string(placement.bytes_behind_border) + " bytes past a " + std::to_string(placement.border_bytes) +
             "-byte boundary, and " + text_of_few(placement.least) + " with better alignment";
    return placement.least.text() + " to " + placement.most.text() +
           " cycles per iteration, depending on where the linker places it";
  }
  std::string operator()(const ExpectationBroken::PlaceUnknown & /*unknown*/) const {
    return "the model does not describe how the core fetches code";
  }
  std::string operator()(const ExpectationBroken::Found &found) const { return message_of(*found.finding); }
};

} // namespace

std::string message_of(const ExpectationBroken &broken) {
  return "expected " + broken.expected + (broken.arch.empty() ? "" : " on " + broken.arch) + ": " +
         std::visit(Contradiction{}, broken.contradiction);
}

} // namespace osaca
