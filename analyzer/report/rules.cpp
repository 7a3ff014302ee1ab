#include "report/rules.h"

#include "base/name_matching.h"
#include "base/text.h"

#include <algorithm>
#include <array>

namespace osaca {
namespace {

constexpr std::array registry = {
    Rule{"osaca-lcd-bound", Severity::note, "A loop-carried dependency sets the pace",
         "Each iteration needs a value that the iteration before it computes, and the latency along that chain is "
         "longer than all the work of an iteration takes on the ports. The core's ports idle while they wait.",
         "break the chain: several independent accumulators (-O3 -ffast-math lets the compiler do it, as does -O3 with "
         "-fassociative-math, -fno-signed-zeros and -fno-trapping-math)"},
    Rule{"osaca-memory-carried", Severity::note, "A value is handed to the next iteration through memory",
         "The loop stores a value that it loads again one or a few iterations later. The load waits until the store's "
         "data can be forwarded, which takes longer than keeping the value in a register.",
         "keep the value in a local variable (a register) and store it after the loop; if aliasing prevents that, "
         "qualify the pointers with restrict"},
    Rule{"osaca-store-forwarding", Severity::note, "A load reads more than the store before it wrote",
         "A load usually gets the value of a store that is still on its way to the cache. Where the store wrote only "
         "some of the bytes that the load reads, it cannot: the load waits until the store has reached the cache, "
         "three to four times as long.",
         "store and load with the same width: keep the parts in registers and store them as one, or load the part that "
         "was stored"},
    Rule{"osaca-divider-bound", Severity::note, "Divisions or square roots set the pace",
         "The divider is not pipelined: it is occupied for several cycles by each division or square root, and the "
         "loop asks it for more than any other unit.",
         "multiply by a precomputed reciprocal (-ffast-math does that where the divisor stays the same), or move the "
         "division out of the loop"},
    Rule{"osaca-port-bound", Severity::note, "Execution ports set the pace",
         "The uops of an iteration compete for the same ports; however they are spread, the busiest set of ports is "
         "the last to finish.",
         "fewer or wider operations of this kind: vectorise (-O3), with the widest vectors of the target (-march=)"},
    Rule{"osaca-front-end-bound", Severity::note, "The front end sets the pace",
         "The loop has more macro-ops than the core can dispatch in the time that the ports need for them, it is so "
         "short that the taken branch costs most, or its code cannot be read as fast.",
         "fewer instructions per element: vectorise (-O3), unroll to spread loop overhead (-funroll-loops)"},
    Rule{"osaca-store-bound", Severity::note, "Stores set the pace",
         "Stores leave for the first-level cache in program order, and the fewer per cycle the more often they change "
         "from one block of neighbouring bytes to another. That takes longer than everything else of the loop.",
         "write neighbouring elements one after the other, write several with one wider store (vectorise), keep "
         "intermediate results in registers"},
    Rule{"osaca-scalar-code", Severity::note, "Scalar instructions do work that packed ones could",
         "All floating-point arithmetic of the loop handles one element at a time although the instruction set has "
         "packed forms of the same instructions.",
         "let the compiler vectorise: -O3, -march=native, restrict on pointers, -ffast-math for reductions; "
         "-fopt-info-vec-missed (GCC) or -Rpass-missed=loop-vectorize (Clang) tells why it did not"},
    Rule{"osaca-missed-fma", Severity::note, "A multiplication and an addition could be one fused operation",
         "The product is used by one addition only, and the core has a fused multiply-add: one uop instead of two, and "
         "a shorter latency.",
         "-mfma or a -march that has it, and -ffp-contract=fast; in the source, fma()"},
    Rule{"osaca-scattered-update", Severity::note, "Updates may wait for each other where the data say so",
         "The loop reads, changes and writes back elements whose places come out of its data, as for a histogram. The "
         "prediction takes neighbouring iterations to come to different places. Where they come to the same one, the "
         "load waits for the store before it, and the loop takes several times as long.",
         "use several copies of the table in turn (2 to 4), and add them up after the loop; unrolling alone changes "
         "nothing"},
    Rule{"osaca-call", Severity::note, "The loop calls a function",
         "What the callee does is not part of the prediction, which is therefore a lower bound. Calls also keep the "
         "compiler from vectorising.",
         "make the callee inlinable (same file, static or inline, -flto), or use a vector variant of it (-fopenmp-simd "
         "with declare simd, libmvec)"},
    Rule{"osaca-stack-spill", Severity::note, "Values are spilled to the stack inside the loop",
         "There are more live values than registers, so that some are stored to the stack and loaded again.",
         "fewer values that live across the loop: fewer accumulators, unroll less, or split the loop"},
    Rule{"osaca-4k-aliasing", Severity::warning, "Loads are taken for others that are a multiple of 4096 bytes away",
         "The core gives a load the value of an earlier store through the same registers if the low bits of both "
         "addresses agree. Where they are in different pages that is wrong, and the load and all behind it are done "
         "again. The core learns which loads these are, but only a few of them. Vectors, bytes and loads through other "
         "registers do not suffer.",
         "pad the rows of arrays whose size is a multiple of 4096 bytes, or vectorise (-O3)"},
    Rule{"osaca-memory-bound", Severity::note, "The data are too far away for the pace of the core",
         "With the data in the level that was named (data(...) in the pragma, --data, settings) the lines that move "
         "between the levels take longer than the core needs for the same iteration.",
         "do more with each line while it is near: work block by block, fuse loops over the same arrays, use smaller "
         "types"},
    Rule{"osaca-latency-bound", Severity::note, "Each load waits for the one before it",
         "The address of a load is what it loaded an iteration ago, as in linked lists. Nothing can be fetched ahead: "
         "from each level the loop takes that level's whole latency.",
         "keep the elements or their indices in an array, or follow several lists at once"},
    Rule{"osaca-strided-access", Severity::note, "Most of each cache line is not used",
         "Lines move as a whole. An array of which less than half of each line is used costs more than twice the "
         "bandwidth that its data need, in every level behind the first.",
         "walk through the array in the order in which it lies in memory (interchange the loops), or keep what is used "
         "together in an array of its own"},
    Rule{"osaca-no-streaming-stores", Severity::note, "Lines are read from memory only to be overwritten",
         "A store to a line that is in no cache reads it first. Where all of it is overwritten, that is for nothing: "
         "streaming stores write past the caches. Data that are read again soon are better off in the caches.",
         "write the array with streaming stores (_mm256_stream_pd and the like; Clang: __builtin_nontemporal_store of "
         "vectors)"},
    Rule{"osaca-layer-condition", Severity::note, "Rows of a stencil are gone when they are read again",
         "A loop that reads neighbouring rows finds them in a cache if as many rows as it reads fit there. Rows that "
         "are longer come from further away once for each time they are read.",
         "work on a part of each row at a time, so that the rows of a part fit (tile the inner dimension)"},
    Rule{"osaca-unknown-instruction", Severity::warning, "No figures for an instruction",
         "Neither the model nor the compiler's scheduling tables know what the instruction costs. It was counted at "
         "dispatch only, so all figures are lower bounds.",
         "add the form to a model of your own (see models/README.md) and pass that with --arch"},
    Rule{"osaca-x87-stack", Severity::note, "The loop computes on the x87 register stack",
         "The old floating-point unit works on one value at a time, and its operations take longer than those on "
         "vector registers. Where an iteration does not leave as much on the stack as it found, what passes from one "
         "instruction to the next is not followed, and may take longer than predicted: the finding then says so.",
         "use double instead of long double, or -mfpmath=sse, where the precision suffices"},
    Rule{"osaca-loop-vanished", Severity::note, "An annotated loop is not in the generated code",
         "The compiler unrolled it completely, replaced it by a library call, merged it with another or removed it.",
         "nothing, if that is what you want; to see it as a loop, compare with less optimisation or "
         "-fno-tree-loop-distribute-patterns"},
    Rule{"osaca-not-a-loop", Severity::warning, "The pragma does not stand before a loop",
         "`#pragma osaca analyze` belongs directly before for, while or do; in Fortran `!OSACA$ analyze` before do, or "
         "before a statement that the compiler makes a loop of.",
         "move it to the loop"},
    Rule{expectation_rule, Severity::warning, "A loop does not keep to what the source expects of it",
         "`#pragma osaca analyze expect(...) bound(...) no(...)` states a budget, and the prediction is outside of it.",
         "look at what changed in the loop or in the options of the compiler, or change the budget"},
    Rule{regression_rule, Severity::warning, "A loop became slower than it is in the baseline",
         "The prediction is worse than the one that was recorded, by more than the tolerance, or the loop lost its "
         "vectors.",
         "undo what made it slower; if it is meant, record it with --update-baseline"},
};

constexpr std::string_view common_prefix = "osaca-";

/// In lower case, with the prefix.
std::string full_name(std::string_view name) {
  std::string full(name.substr(0, 80));
  std::ranges::transform(full, full.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return full.starts_with(common_prefix) ? full : std::string(common_prefix) + full;
}

} // namespace

std::span<const Rule> rules() { return registry; }

const Rule *find_rule(std::string_view id) {
  const auto found = std::ranges::find_if(registry, [&](const Rule &rule) { return rule.id == id; });
  return found == registry.end() ? nullptr : &*found;
}

std::vector<const Rule *> rules_named(std::string_view name) {
  if (name.empty())
    return {};
  const std::string full = full_name(name);
  if (const Rule *rule = find_rule(full))
    return {rule};
  std::vector<const Rule *> found;
  for (const Rule &rule : rules())
    if (rule.id.starts_with(full))
      found.push_back(&rule);
  return found;
}

std::string rule_suggestion(std::string_view name) {
  const std::string full = full_name(name);
  const std::string_view own_part = std::string_view(full).substr(common_prefix.size());
  std::vector<std::string> own_parts; // without the common prefix, which would make unrelated names similar
  std::vector<std::string> holders;
  for (const Rule &rule : rules()) {
    own_parts.emplace_back(rule.id.substr(common_prefix.size()));
    if (!own_part.empty() && contains(own_parts.back(), own_part))
      holders.push_back("'" + std::string(rule.id) + "'");
  }
  if (!holders.empty())
    return "; did you mean " + joined(holders, ", ", " or ") + "?";
  const std::string nearest = nearest_name(own_part, own_parts);
  return nearest.empty() ? "" : "; did you mean '" + std::string(common_prefix) + nearest + "'?";
}

} // namespace osaca
