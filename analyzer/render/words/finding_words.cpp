#include "render/words/sentence_parts.h"

#include "base/format.h"
#include "base/readable_name.h"
#include "base/text.h"
#include "render/words/words.h"

#include <algorithm>
#include <cmath>

namespace osaca {

namespace {

/// Quotes mnemonics that would be misread in a sentence, as in "through and and lea", and replaces an empty one.
std::string in_a_sentence(const std::string &mnemonic) {
  if (mnemonic.empty())
    return "an unreadable line";
  const bool is_a_word = mnemonic == "and" || mnemonic == "or" || mnemonic == "not" || mnemonic == "in";
  return is_a_word ? format_text("'{}'", mnemonic) : mnemonic;
}

} // namespace

std::string enumerated(const Mnemonics &mnemonics) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < mnemonics.size(); ++i) {
    if (i == most)
      return format_text("{} and {} more", text, mnemonics.size() - most);
    if (i > 0)
      text += i + 1 == mnemonics.size() ? " and " : ", ";
    text += in_a_sentence(mnemonics[i]);
  }
  return text;
}

std::string text_of_few(Cycles cycles) { return cycles.text(cycles < Cycles(1) ? 3 : 2); }

std::string text_of_whole_reads(int iterations, int pieces) {
  if (pieces > 1)
    return format_text("almost always from only one of the {} pieces of code between taken branches", pieces);
  return iterations == 1 ? "never of two iterations in the same cycle"
                         : format_text("never of two groups of {} iterations in the same cycle", iterations);
}

std::string at_least(bool complete) { return complete ? "" : "at least "; }

namespace {

std::string shares_of(const PortsBusy &ports) {
  std::string text;
  for (const PortsBusy::Share &share : ports.shares)
    text += format_text("{}{} {}", text.empty() ? "" : ", ", share.port, share.busy.text());
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
    names.push_back(format_text("{}{}", in_one_file ? "" : branch.file + ":", branch.line));
  const std::string which = branches.size() == 1 ? "the branch at " : "the branches at ";
  const std::string lines = !in_one_file ? "" : branches.size() == 1 ? "line " : "lines ";
  return format_text(" ({}{}{})", which, lines, enumerated(names));
}

/// A mean may have a fraction.
std::string text_of_count(const Cycles &count) {
  const double value = count.to_double();
  return value == std::round(value) ? format_text("{}", std::lround(value)) : count.text(1);
}

struct FrontEndLimit {
  std::string operator()(const FrontEndBusy::Blocks &code) const {
    return format_text("the loop's code ({} bytes) lies in {} aligned blocks of {} bytes, and the core fetches one "
                       "block per cycle",
                       code.bytes, text_of_count(code.blocks), code.block_bytes);
  }
  std::string operator()(const FrontEndBusy::CallsAndBlocks &code) const {
    return format_text("the loop is limited by its {} calls and returns, and by the {} aligned blocks of {} bytes that "
                       "its code spans: at least {} cycles per iteration",
                       code.calls, std::lround(code.blocks.to_double()), code.block_bytes, code.cycles.text());
  }
  std::string operator()(const FrontEndBusy::Entries &code) const {
    return format_text("the loop's macro-ops occupy {} entries of the op cache, and the core reads one entry per cycle "
                       "(an entry holds at most {} macro-ops of one aligned block of {} bytes)",
                       code.entries, code.entry_ops, code.block_bytes);
  }
  std::string operator()(const FrontEndBusy::Decoders &code) const {
    return format_text("the loop's {} instructions do not fit in the op cache, so they are decoded at {} per cycle",
                       code.instructions, code.per_cycle);
  }
  std::string operator()(const FrontEndBusy::Cache &code) const {
    return format_text("the loop's {} bytes of code do not fit in the first-level instruction cache, so they are "
                       "fetched from the next cache level at {} bytes per cycle",
                       code.bytes, code.bytes_per_cycle);
  }
  std::string operator()(const FrontEndBusy::Dense &code) const {
    return format_text("{} bytes of the loop's code have more than {} macro-ops per aligned block of {} bytes; the op "
                       "cache does not hold such blocks, so they are decoded at {} bytes per cycle",
                       code.bytes, code.most_ops, code.block_bytes, code.bytes_per_cycle);
  }
  std::string operator()(const FrontEndBusy::Jumps &lost) const {
    return format_text("{} or ends at a boundary of {} bytes; the op cache does not hold such code, so {} bytes of the "
                       "loop are decoded each time",
                       lost.count == 1 ? "a jump of the loop crosses"
                                       : format_text("each of {} jumps of the loop crosses", lost.count),
                       lost.block_bytes, lost.bytes);
  }
  std::string operator()(const FrontEndBusy::Lengths &late) const {
    return format_text("{} {} {} cycles to decode", counted(late.instructions, "instruction"),
                       late.instructions == 1 ? "has a length-changing prefix and takes"
                                              : "have a length-changing prefix and each take",
                       late.cycles.text());
  }
  std::string operator()(const FrontEndBusy::WholeReads &limit) const {
    return format_text("the front end needs {} cycles to read the loop's {} macro-ops: it reads at most {} per cycle, "
                       "and {}",
                       limit.cycles.text(), limit.read.macro_ops.text(1), limit.read.per_cycle,
                       text_of_whole_reads(limit.read.iterations, limit.read.pieces));
  }
  std::string operator()(const FrontEndBusy::TakenBranches &branches) const {
    if (branches.calls > 0)
      return format_text("the loop is limited by its {} calls and returns: at least {} cycles per iteration",
                         branches.calls, branches.cycles.text());
    return format_text("the loop is limited by its {}: at least {} cycles per iteration",
                       branches.count == 1 ? "taken branch" : format_text("{} taken branches", branches.count),
                       branches.cycles.text());
  }
  std::string operator()(const FrontEndBusy::Dispatch &dispatch) const {
    return format_text(
        "{} macro-ops per iteration take {} cycles to dispatch ({} per cycle{}), longer than the ports need",
        dispatch.macro_ops.text(1), dispatch.cycles.text(), dispatch.width.text(),
        dispatch.waiting.is_zero() ? ""
                                   : "; the core splits those with an indexed address in two, but only if they are "
                                     "among the first of a cycle");
  }
};

class Message {
public:
  explicit Message(const Finding &finding) : count_(finding.instructions.size()) {}

  std::string operator()(const WrittenFinding &written) const { return written.message; }
  std::string operator()(const DividerBusy &divider) const {
    return format_text("{} {} the divider for {} of {} cycles per iteration", enumerated(divider.mnemonics),
                       divider.mnemonics.size() == 1 ? "occupies" : "occupy", divider.busy.text(),
                       divider.whole.text());
  }
  std::string operator()(const PortsBusy &ports) const {
    return format_text("{} keep{} the busiest ports occupied for {}{}{} cycles ({}){}", enumerated(ports.mnemonics),
                       ports.mnemonics.size() == 1 ? "s" : "", ports.whole ? "" : "all ", ports.busy.text(),
                       ports.whole ? " of " + ports.whole->text() : "", shares_of(ports), refining(ports));
  }
  std::string operator()(const IssueStalls &stalls) const {
    return format_text("for {} of {} cycles, the next instruction in program order waits for a value; the longest wait "
                       "is {} cycles, of {} for {}",
                       stalls.waiting.text(), stalls.whole.text(), stalls.longest.text(), stalls.reader, stalls.writer);
  }
  std::string operator()(const FrontEndBusy &front) const { return std::visit(FrontEndLimit{}, front.limit); }
  std::string operator()(const StoresBusy &stores) const {
    return format_text("the loop's stores take {} cycles to commit to the cache: at most {} per cycle, and at most one "
                       "change to another block of {} bytes per cycle",
                       stores.cycles.text(), stores.per_cycle, stores.block_bytes);
  }
  std::string operator()(const ChainWait &chain) const {
    const std::string span =
        chain.iterations == 1
            ? format_text("each iteration waits {} cycles for the previous one", chain.cycles.text())
            : format_text("a dependency chain of {} cycles spans {} iterations", chain.cycles.text(), chain.iterations);
    const std::string memory = text_of(chain.through_memory);
    return format_text("{}{}, through {}", span,
                       memory.empty() ? "" : format_text(", because {} is stored and loaded again", memory),
                       enumerated(chain.mnemonics));
  }
  std::string operator()(const ScalarArithmetic &scalar) const {
    return format_text("all floating-point arithmetic is scalar ({}) although packed forms exist{}{}",
                       enumerated(scalar.mnemonics),
                       scalar.vectors.compiler_remark.empty()
                           ? ""
                           : format_text("; the compiler says: \"{}\"", scalar.vectors.compiler_remark),
                       branches_in_words(scalar.branches));
  }
  std::string operator()(const PathOnData &path) const { return message_of(path); }
  std::string operator()(const VectorsWithoutGain &vectors) const { return message_of(vectors); }
  std::string operator()(const ElementAccesses &found) const { return message_of(found); }
  std::string operator()(const UnfusedPair &pair) const {
    return format_text("{} and {} could be one fused multiply-add", pair.multiply, pair.add);
  }
  std::string operator()(const ScatteredUpdates &updates) const {
    const std::string array = updates.array.empty() ? "" : " of " + updates.array;
    const std::string mnemonics = enumerated(updates.mnemonics);
    const std::string prediction =
        format_text("the prediction of {} cycles assumes different elements", updates.whole.text());
    return updates.is_in_turn
               ? format_text("if iterations update few elements{} in changing order, they wait for each other, through "
                             "{}: up to {} cycles per iteration; {}",
                             array, mnemonics, updates.wait.text(), prediction)
               : format_text(
                     "if successive iterations update the same element{}, each waits {} cycles for the previous "
                     "one, through {}; {}",
                     array, updates.wait.text(), mnemonics, prediction);
  }
  std::string operator()(const Spills & /*spills*/) const {
    return format_text("{} instructions store values to the stack and load them again inside the loop", count_);
  }
  std::string operator()(const AliasedLoads &loads) const {
    return format_text(
        "{} loads{} have addresses that agree in the low {} bits with a recent store to another page through the same "
        "registers; each such load beyond the first {} costs about {} cycles, which the prediction does not include",
        count_, loads.on_stack ? " from the stack" : "", loads.low_bits, loads.learned, loads.cycles.text());
  }
  std::string operator()(const ForwardingBlocked &blocked) const {
    const std::string cost =
        blocked.cycles.is_zero()
            ? "this delay is unknown for this core and not included in the prediction"
            : format_text("this takes {} cycles from the store to the load", text_of_few(blocked.cycles));
    if (blocked.loaded_bytes <= blocked.stored_bytes)
      return format_text("a load of {} ({}) finds only some of its bytes among the {} that the previous store ({}) "
                         "wrote, so it waits until the store has reached the cache; {}",
                         counted(blocked.loaded_bytes, "byte"), blocked.load, counted(blocked.stored_bytes, "byte"),
                         blocked.store, cost);
    return format_text("a load of {} bytes ({}) reads more than the {} that the previous store ({}) wrote, so it waits "
                       "until the store has reached the cache; {}",
                       blocked.loaded_bytes, blocked.load, counted(blocked.stored_bytes, "byte"), blocked.store, cost);
  }
  std::string operator()(const CallMade &call) const {
    if (is_known(call.status))
      return format_text("the loop calls {}, which takes {} of the {} cycles per iteration{}",
                         readable_name(call.callee), call.cycles.text(), call.of_cycles.text(),
                         remark_on_savings(call));
    const std::string saves =
        call.saves == 0
            ? ""
            : format_text(", except for {} instructions that save values in memory during the call", call.saves);
    return format_text("the loop calls {}; the prediction does not include the cost of the call{}: {}",
                       call.callee.empty() ? "a function through a pointer" : readable_name(call.callee), saves,
                       reason_in(call));
  }
  std::string operator()(const RegisterStackUsed &used) const {
    const std::string names = enumerated(used.mnemonics);
    return used.is_followed ? format_text("the loop computes on the x87 register stack ({}): one value at a time, and "
                                          "slower than on vector registers",
                                          names)
                            : format_text("dependencies through the x87 register stack ({}) are not modelled: the loop "
                                          "may take longer than predicted",
                                          names);
  }
  std::string operator()(const FiguresMissing &missing) const {
    return format_text("no figures for {} on {}: the prediction is a lower bound{}{}", enumerated(missing.mnemonics),
                       missing.arch, absence(missing.absent), repetition(missing.repeated));
  }
  std::string operator()(const LoopLost &lost) const {
    const std::string reason = lost.reason.empty() ? "" : ": " + lost.reason;
    switch (lost.status) {
    case AnnotationStatus::analysed:
      return (lost.is_statement ? "some copies of this statement have no loop in the machine code"
                                : "some copies of this loop are missing in the machine code") +
             reason;
    case AnnotationStatus::vanished:
      return (lost.is_statement ? "this statement has no loop in the machine code"
                                : "this loop has no corresponding loop in the machine code") +
             reason;
    case AnnotationStatus::not_a_loop: break;
    }
    return "this pragma has no effect" + reason;
  }
  std::string operator()(const ExpectationUnreadable &unreadable) const {
    return "cannot parse the clauses after 'analyze': " + unreadable.problem;
  }
  std::string operator()(const ExpectationBroken &broken) const { return message_of(broken); }
  std::string operator()(const Regression &regression) const { return message_of(regression); }
  std::string operator()(const DataFar &far) const { return message_of(far); }
  std::string operator()(const LoadsChased &chased) const { return message_of(chased); }
  std::string operator()(const LinesHalfUsed &half_used) const { return message_of(half_used); }
  std::string operator()(const LinesReadToBeWritten &read) const { return message_of(read); }
  std::string operator()(const RowsLost &lost) const { return phrase_of(lost.condition); }

private:
  /// If the loop would save less than the time of the calls, because something else would limit it.
  static std::string remark_on_savings(const CallMade &call) {
    if (call.cycles.text() == call.saved_cycles.text() || call.saved_cycles.is_zero())
      return "";
    const std::string saves =
        call.saves == 0 ? ""
                        : format_text(" ({} of its instructions save values in memory during the call)", call.saves);
    return format_text("; {} of these overlap with the rest of the loop, which takes {} without the calls{}",
                       (call.cycles - call.saved_cycles).text(), (call.of_cycles - call.saved_cycles).text(), saves);
  }
  /// Linking statically or with -flto does not give access to a shared library's code.
  static std::string_view reason_in(const CallMade &call) {
    return call.is_of_library && call.status == CallStatus::elsewhere
               ? "it is in a shared library, and no table lists it; measure it with 'osaca measure calls --function' "
                 "and pass the table with --calls"
               : reason_of(call.status);
  }
  /// These instructions are not in the source: the compiler was allowed to compute inexactly.
  static std::string refining(const PortsBusy &ports) {
    return ports.refining == 0 ? ""
                               : format_text("; {} of these instructions refine an estimate that the compiler uses "
                                             "instead of a division or square root (-mrecip, -ffast-math)",
                                             ports.refining);
  }
  [[nodiscard]] std::string absence(int absent) const {
    if (absent == 0)
      return "";
    if (static_cast<std::size_t>(absent) == count_)
      return " (this core has no such instruction)";
    return format_text(" (this core does not support {} of these {} instructions)", absent, count_);
  }

  [[nodiscard]] std::string repetition(int repeated) const {
    if (repeated == 0)
      return "";
    return static_cast<std::size_t>(repeated) == count_
               ? " (its cost depends on the count in rcx)"
               : format_text(" (the cost of {} of them depends on the count in rcx)", repeated);
  }

  std::size_t count_;
};

struct Step {
  std::string operator()(const WrittenStep &written) const { return written.text; }
  std::string operator()(const ChainStep &step) const {
    const std::string via = text_of(step.via);
    return format_text("{}: {} cycles{}{}{}", step.instruction, step.cycles.text(),
                       via.empty() ? "" : ", passes " + via, step.through_memory ? " through memory" : "",
                       step.crosses_iteration ? " to the next iteration" : "");
  }
};

} // namespace

std::string message_of(const Finding &finding) { return std::visit(Message(finding), *finding.facts); }

bool names_core(const Finding &finding) {
  return std::holds_alternative<FiguresMissing>(*finding.facts) ||
         std::holds_alternative<ExpectationBroken>(*finding.facts) ||
         std::holds_alternative<Regression>(*finding.facts);
}

namespace {

struct MessageOnCores {
  std::string message;
  std::vector<std::string> archs;
};

/// In the order of the cores, each message once.
std::vector<MessageOnCores> messages_on_cores(const CollectedFinding &finding) {
  std::vector<MessageOnCores> out;
  for (const FindingOnCore &on_core : finding.on_cores) {
    std::string message = message_of(on_core.finding);
    const auto same = std::ranges::find(out, message, &MessageOnCores::message);
    if (same != out.end())
      same->archs.push_back(on_core.arch);
    else
      out.push_back({std::move(message), {on_core.arch}});
  }
  return out;
}

} // namespace

std::string message_of(const CollectedFinding &finding) {
  const std::vector<MessageOnCores> all = messages_on_cores(finding);
  if (all.empty())
    return message_of(finding.finding);
  if (all.size() == 1 && finding.lacks_cores)
    return names_core(finding.finding) && all.front().archs.size() == 1
               ? all.front().message
               : format_text("{} (on {})", all.front().message, joined(all.front().archs, ", "));
  if (all.size() == 1) {
    const std::vector<std::string> others(all.front().archs.begin() + 1, all.front().archs.end());
    return format_text("{} (also on {})", all.front().message, joined(others, ", "));
  }
  std::string text;
  for (const auto &[message, archs] : all)
    text += format_text("{}{}{}", text.empty() ? "" : "; ",
                        names_core(finding.finding) ? "" : format_text("on {}: ", joined(archs, ", ")), message);
  return text;
}

std::string text_of(const FindingStep &step) { return std::visit(Step{}, step.what); }

std::string text_of(const BoundReason &reason) {
  return reason.finding ? message_of(*reason.finding) : text_of(reason.facts);
}

} // namespace osaca
