#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "render/words/sentence_parts.h"
#include "render/words/words.h"

#include <cmath>
#include <cstdio>

namespace osaca {

std::string text_of_origin(const WrittenElsewhere &written, const LoopPart &part) {
  std::string out = part.number > 0 ? format_text("loop {} of {}", part.number, part.count) : "";
  if (!written.place.known())
    return out;
  const std::string file = written.place.file.substr(written.place.file.find_last_of('/') + 1);
  return format_text("{}{}in {}{}{}:{}", out, out.empty() ? "" : " ", written.function,
                     written.function.empty() ? "" : ", ", file, written.place.line);
}

std::string text_of_origin_and_role(const WrittenElsewhere &written, const LoopPart &part, const LoopRole &role) {
  const std::string origin = text_of_origin(written, part);
  const std::string name = name_of(role);
  return format_text("{}{}{}", origin, origin.empty() || name.empty() ? "" : ", ", name);
}

// Phrases for bounds, for notes on the figures of a core, and for the branches of a path.

namespace {

struct Explanation {
  std::string operator()(const WrittenExplanation &written) const { return written.text; }
  std::string operator()(const BusiestPorts &busiest) const {
    return busiest.ports.empty() ? "no port is used" : joined(busiest.ports, "|") + " busiest";
  }
  std::string operator()(const DividerPorts &divider) const {
    return divider.ports.empty() ? "not used" : joined(divider.ports, "|");
  }
  std::string operator()(const Dispatched &dispatched) const {
    return format_text(
        "{} macro-ops, {} per cycle{}", dispatched.macro_ops.text(1), dispatched.width.text(),
        dispatched.waiting.is_zero()
            ? ""
            : format_text("; those with an indexed address wait {} cycles, to be split among the first of a cycle",
                          dispatched.waiting.text()));
  }
  std::string operator()(const CalleesRun &callees) const {
    return format_text("called functions {} cycles, and {} macro-ops of the loop, {} per cycle", callees.cycles.text(),
                       callees.macro_ops.text(1), callees.width.text());
  }
  std::string operator()(const CallsInTurn &calls) const {
    return format_text("{} calls and returns, one after the other", calls.calls);
  }
  std::string operator()(const BranchesTakenInTurn &taken) const {
    std::string text = taken.branches == 1 ? format_text("1 taken branch takes {} cycles", taken.cycles_each.text())
                                           : format_text("{} taken branches take {} cycles each", taken.branches,
                                                         taken.cycles_each.text());
    if (taken.run_ends > 0)
      text += format_text(", and the {} of inner loops {} each", taken.run_ends == 1 ? "end" : "ends",
                          taken.cycles_of_run_end.text());
    return text;
  }
  std::string operator()(const ReadInWholeCycles &read) const {
    return format_text("{} macro-ops, at most {} read per cycle, and {}", read.macro_ops.text(1), read.per_cycle,
                       text_of_whole_reads(read.iterations, read.pieces));
  }
  std::string operator()(const CodeBlocks &code) const {
    return format_text("{} bytes of code in {} blocks of {} bytes, one block fetched per cycle", code.bytes,
                       code.blocks.text(1), code.block_bytes);
  }
  std::string operator()(const CallsAndBlocks &code) const {
    return format_text("{} calls and returns, and {} bytes of code in {} blocks of {} bytes, one after the other",
                       code.calls, code.bytes, std::lround(code.blocks.to_double()), code.block_bytes);
  }
  std::string operator()(const OpCacheEntries &cached) const {
    return format_text("{} macro-ops in {} entries of the op cache, {} read per cycle", cached.macro_ops.text(1),
                       cached.entries, cached.read_per_cycle == 1 ? "one" : std::to_string(cached.read_per_cycle));
  }
  std::string operator()(const TooDenseForOpCache &dense) const {
    return format_text("{} bytes of code with more than {} macro-ops per {} bytes are not kept in the op cache: "
                       "decoded at {} bytes per cycle",
                       dense.bytes, dense.most_ops, dense.block_bytes, dense.bytes_per_cycle);
  }
  std::string operator()(const JumpsNotKept &lost) const {
    return format_text("{} bytes of code are decoded each time, because {} crosses or ends at a boundary of {} bytes",
                       lost.bytes, lost.jumps == 1 ? "a jump" : format_text("each of {} jumps", lost.jumps),
                       lost.block_bytes);
  }
  std::string operator()(const LengthsFoundLate &late) const {
    return format_text("{} with a length-changing prefix, {} cycles each to decode",
                       counted(late.instructions, "instruction"), late.cycles.text());
  }
  std::string operator()(const BeyondOpCache &beyond) const {
    return format_text(
        "more code than the {} entries of the op cache hold: the rest is decoded at {} instructions per cycle",
        beyond.entries, beyond.decoded_per_cycle);
  }
  std::string operator()(const BeyondInstructionCache &beyond) const {
    return format_text("{} bytes of code do not fit in the instruction cache: fetched at {} bytes per cycle",
                       beyond.bytes, beyond.bytes_per_cycle);
  }
  std::string operator()(const StoresNotModelled &) const {
    return "the model does not describe how stores commit to the cache";
  }
  std::string operator()(const StoresLeaving &stores) const {
    return stores.parts.is_zero()
               ? "no stores"
               : format_text("{} stores commit to the cache, with {} changes to another block of {} bytes",
                             stores.parts.text(1), stores.block_changes.text(1), stores.block_bytes);
  }
  std::string operator()(const LongestCycle &longest) const {
    return longest.iterations == 0
               ? "no loop-carried dependency"
               : format_text("{} cycles over {}{}", longest.cycles.text(), counted(longest.iterations, "iteration"),
                             longest.ends_with_run ? ", but only within a run" : "");
  }
  std::string operator()(const DataBehind &data) const {
    return format_text("data in {}: {}", data.level, text_of_memory_bound(data.slowest, data.transfers_of));
  }
};

std::string text_of_decision(const BranchDecision &decision) {
  const std::string where = decision.line > 0 ? format_text(" at line {}", decision.line) : "";
  switch (decision.kind) {
  case BranchDecision::Kind::taken: return format_text("{} taken{}", decision.target, where);
  case BranchDecision::Kind::not_taken: return format_text("{} not taken{}", decision.target, where);
  case BranchDecision::Kind::goes_to: break;
  }
  return format_text("{} next{}", decision.target.empty() ? "the end" : decision.target, where);
}

} // namespace

std::string text_of(const BoundFacts &facts) { return std::visit(Explanation{}, facts); }

std::string text_of(const BranchesTaken &path) {
  std::string text = path.written;
  if (path.earlier > 0)
    text = format_text("{} earlier branches", path.earlier);
  for (const BranchDecision &decision : path.decisions)
    text += (text.empty() ? "" : ", ") + text_of_decision(decision);
  return text;
}

std::string text_of(const ArchNote &note) {
  switch (note.kind) {
  case ArchNote::Kind::remark:
  case ArchNote::Kind::borrowed_figures:
  case ArchNote::Kind::in_order:
  case ArchNote::Kind::assumed_core: break;
  case ArchNote::Kind::no_schedulers: return "no timeline: the model does not describe the core's schedulers";
  case ArchNote::Kind::not_simulated: return "no timeline: this loop was not simulated";
  case ArchNote::Kind::place_of_data_unknown:
    return format_text("the model has no figures for this loop with data in {}: the prediction is for data in L1",
                       note.text);
  }
  return note.text;
}

namespace {

/// "line 4 fmul"
std::string short_name_of(const KernelReport &kernel, int instruction) {
  if (instruction < 0 || instruction >= static_cast<int>(kernel.instructions.size()))
    return "an instruction";
  const InstructionLine &line = kernel.instructions[at(instruction)];
  const std::string mnemonic = line.text.substr(0, line.text.find_first_of(" \t"));
  return line.line > 0 ? format_text("{} (line {})", mnemonic, line.line) : mnemonic;
}

} // namespace

std::string text_of(const Stall &stall, const KernelReport &kernel) {
  const std::string waiting = short_name_of(kernel, stall.instruction);
  switch (stall.cause) {
  case Stall::Cause::value:
    return format_text("{} waits for the result of {}{}", waiting, short_name_of(kernel, stall.of),
                       stall.distance == 0   ? ""
                       : stall.distance == 1 ? " in the previous iteration"
                                             : format_text(" {} iterations earlier", stall.distance));
  case Stall::Cause::port: return format_text("{} waits for port {}", waiting, stall.port);
  case Stall::Cause::pairing:
    return format_text("{} cannot be issued in the same cycle as the instruction before it", waiting);
  case Stall::Cause::write_order:
    return format_text("{} waits so that its result is not ready before that of an earlier instruction", waiting);
  case Stall::Cause::width: break;
  }
  return format_text("{} is issued in the next cycle, because this cycle is full", waiting);
}

// The cost of mispredicted branches, as a phrase.

namespace {

std::string number_text(double number, int decimals) {
  char text[32] = "";
  std::snprintf(text, sizeof text, "%.*f", decimals, number);
  return text;
}

std::string percent_text(double share) {
  const double percent = share * 100;
  return number_text(percent, percent == std::floor(percent) ? 0 : 1) + " %";
}

} // namespace

std::string text_of(const Mispredictions &wrong) {
  const std::string branches = format_text("{} {}", wrong.branches, wrong.branches == 1 ? "branch" : "branches");
  const std::string how_often =
      wrong.rate_source == Mispredictions::RateSource::user
          ? format_text("with {} of {} mispredicted: ", percent_text(wrong.rate), branches)
          : format_text("if its {} went each way at random, as often as in the profile (an estimate): ", branches);
  const std::optional<double> cycles = wrong.cycles();
  if (!cycles)
    return format_text("{}{} mispredictions per iteration, whose cost is not in the model", how_often,
                       number_text(wrong.per_iteration, 2));
  return format_text("{}at most {} more cycles per iteration ({} x {})", how_often, number_text(*cycles, 1),
                     number_text(wrong.per_iteration, 2), number_text(*wrong.cycles_each, 0));
}

// Possible reasons why a measured figure differs from the prediction, as a phrase.

namespace {

using Kind = DifferenceCause::Kind;

std::string cycles_text(double cycles) {
  char text[32] = "";
  std::snprintf(text, sizeof text, "%.1f", cycles);
  return text;
}

std::string up_to(const DifferenceCause &cause) {
  return cause.cycles ? format_text(" (up to {})", cycles_text(*cause.cycles)) : "";
}

std::string text_of(const DifferenceCause &cause, bool is_slower) {
  const std::string some = cause.cycles ? format_text(" ({})", cycles_text(*cause.cycles)) : "";
  switch (cause.kind) {
  case Kind::inner_loops: return "the prediction executes each inner loop only once";
  case Kind::calls: return "the cost of its calls is not predicted";
  case Kind::called_functions:
    return "the time of called functions is attributed to these functions and not to the loop" + some;
  case Kind::unknown_code: return "part of its code is not predicted";
  case Kind::mispredictions: return "mispredicted branches" + up_to(cause);
  case Kind::few_iterations:
    return is_slower ? "a low trip count" + up_to(cause)
                     : "a low trip count, so that the dependency chains of successive executions overlap" + some;
  case Kind::memory:
    return cause.level.empty() ? "data from levels that the model does not describe"
                               : format_text("data from {}{}", cause.level, some);
  case Kind::same_place: return "repeated updates of the same address" + up_to(cause);
  case Kind::unknown_addresses: return "loads from unknown addresses that may miss the caches";
  case Kind::other_paths: return "less likely paths" + some;
  case Kind::code_place: return "the alignment of its code" + up_to(cause);
  case Kind::shared_counts: return "the compiler divided one profile count among its copies and versions";
  case Kind::few_samples: return "few samples";
  }
  return "";
}

std::string short_text_of(const DifferenceCause &cause) {
  switch (cause.kind) {
  case Kind::inner_loops: return "inner loops";
  case Kind::calls: return "calls";
  case Kind::called_functions: return "called functions";
  case Kind::unknown_code: return "unknown code";
  case Kind::mispredictions: return "mispredictions";
  case Kind::few_iterations: return "low trip count";
  case Kind::memory: return cause.level.empty() ? "memory" : cause.level;
  case Kind::same_place: return "same address";
  case Kind::unknown_addresses: return "cache misses";
  case Kind::other_paths: return "other paths";
  case Kind::code_place: return "alignment";
  case Kind::shared_counts: return "counts";
  case Kind::few_samples: return "few samples";
  }
  return "";
}

} // namespace

std::string text_of(const MeasuredDifference &difference) {
  if (difference.verdict == MeasuredDifference::Verdict::as_predicted)
    return "";
  std::string out;
  for (const DifferenceCause &cause : difference.causes)
    out += (out.empty() ? "" : "; ") + text_of(cause, difference.verdict == MeasuredDifference::Verdict::slower);
  if (out.empty())
    return "none known";
  return out + (difference.accounted == MeasuredDifference::Accounted::partly ? "; these explain only part of it" : "");
}

std::string short_text_of(const MeasuredDifference &difference) {
  if (difference.verdict == MeasuredDifference::Verdict::as_predicted)
    return "as predicted";
  constexpr std::size_t most = 2;
  std::string out;
  for (std::size_t i = 0; i < difference.causes.size() && i < most; ++i)
    out += (out.empty() ? "" : ", ") + short_text_of(difference.causes[i]);
  if (out.empty())
    return "unknown";
  switch (difference.accounted) {
  case MeasuredDifference::Accounted::perhaps: return out + "?";
  case MeasuredDifference::Accounted::partly: return "partly " + out;
  default: return out;
  }
}

} // namespace osaca
