// What bounds say of themselves, cores of their figures, and paths of their branches.
#include "render/words/words.h"

#include "base/text.h"
#include "render/words/parts.h"

namespace osaca {
namespace {

struct Explanation {
  std::string operator()(const WrittenExplanation &written) const { return written.text; }
  std::string operator()(const BusiestPorts &busiest) const {
    return busiest.ports.empty() ? "no port is used" : joined(busiest.ports, "|") + " busiest";
  }
  std::string operator()(const DividerPorts &divider) const {
    return divider.ports.empty() ? "nothing occupies it" : joined(divider.ports, "|");
  }
  std::string operator()(const Dispatched &dispatched) const {
    return dispatched.macro_ops.text(1) + " macro-ops, " + dispatched.width.text() + " per cycle" +
           (dispatched.waiting.is_zero() ? ""
                                         : "; those that an index splits wait " + dispatched.waiting.text() +
                                               " for the first places of a cycle");
  }
  std::string operator()(const ReadUpToBranches &read) const {
    return read.macro_ops.text(1) + " macro-ops, of which " + std::to_string(read.per_cycle) +
           " are read per cycle, none from behind a taken branch with them";
  }
  std::string operator()(const CodeBlocks &code) const {
    return std::to_string(code.bytes) + " bytes of code in " + code.blocks.text(1) + " blocks of " +
           std::to_string(code.block_bytes) + ", one read per cycle";
  }
  std::string operator()(const OpCacheEntries &cached) const {
    return cached.macro_ops.text(1) + " macro-ops in " + std::to_string(cached.entries) + " entries of the op cache, " +
           (cached.read_per_cycle == 1 ? "one" : std::to_string(cached.read_per_cycle)) + " read per cycle";
  }
  std::string operator()(const TooDenseForOpCache &dense) const {
    return std::to_string(dense.bytes) + " bytes of code with more than " + std::to_string(dense.most_ops) +
           " macro-ops in " + std::to_string(dense.block_bytes) +
           " bytes, which the op cache does not keep: decoded, " + std::to_string(dense.bytes_per_cycle) +
           " bytes per cycle";
  }
  std::string operator()(const LengthsFoundLate &late) const {
    return std::to_string(late.instructions) + (late.instructions == 1 ? " instruction" : " instructions") +
           " whose length a prefix changes, " + late.cycles.text() + " cycles each to decode";
  }
  std::string operator()(const BeyondOpCache &beyond) const {
    return "more code than the " + std::to_string(beyond.entries) +
           " entries of the op cache hold: the rest is decoded, " + std::to_string(beyond.decoded_per_cycle) +
           " instructions per cycle";
  }
  std::string operator()(const BeyondInstructionCache &beyond) const {
    return std::to_string(beyond.bytes) +
           " bytes of code do not fit into the instruction cache: " + std::to_string(beyond.bytes_per_cycle) +
           " bytes per cycle";
  }
  std::string operator()(const StoresNotModelled &) const {
    return "the model does not say how stores leave for the cache";
  }
  std::string operator()(const StoresLeaving &stores) const {
    return stores.parts.is_zero()
               ? "no stores"
               : stores.parts.text(1) + " stores leave for the cache, with " + stores.block_changes.text(1) +
                     " changes of " + std::to_string(stores.block_bytes) + "-byte block";
  }
  std::string operator()(const LongestCycle &longest) const {
    return longest.iterations == 0 ? "no loop-carried dependency"
                                   : longest.cycles.text() + " cycles over " + std::to_string(longest.iterations) +
                                         (longest.iterations == 1 ? " iteration" : " iterations");
  }
  std::string operator()(const DataBehind &data) const {
    return "data in " + data.level + ": " + text_of_memory_bound(data.slowest, data.transfers_of);
  }
};

std::string text_of_decision(const BranchDecision &decision) {
  const std::string where = decision.line > 0 ? " at line " + std::to_string(decision.line) : "";
  switch (decision.kind) {
  case BranchDecision::Kind::taken: return decision.target + " taken" + where;
  case BranchDecision::Kind::not_taken: return decision.target + " not taken" + where;
  case BranchDecision::Kind::goes_to: break;
  }
  return (decision.target.empty() ? "the end" : decision.target) + " next" + where;
}

} // namespace

std::string text_of(const BoundFacts &facts) { return std::visit(Explanation{}, facts); }

std::string text_of(const BranchesTaken &path) {
  std::string text = path.written;
  if (path.earlier > 0)
    text = std::to_string(path.earlier) + " earlier branches";
  for (const BranchDecision &decision : path.decisions)
    text += (text.empty() ? "" : ", ") + text_of_decision(decision);
  return text;
}

std::string text_of(const ArchNote &note) {
  switch (note.kind) {
  case ArchNote::Kind::remark:
  case ArchNote::Kind::borrowed_figures:
  case ArchNote::Kind::in_order: break;
  case ArchNote::Kind::no_schedulers: return "no timeline: the model does not describe the core's schedulers";
  case ArchNote::Kind::not_simulated: return "no timeline: this loop was not simulated";
  case ArchNote::Kind::place_of_data_unknown:
    return "the model does not know what data in " + note.text +
           " mean for this loop: the prediction is for data in L1";
  }
  return note.text;
}

} // namespace osaca
