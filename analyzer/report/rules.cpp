#include "report/rules.h"

#include "base/format.h"
#include "base/name_matching.h"
#include "base/text.h"

#include <algorithm>
#include <array>

namespace osaca {
namespace {

constexpr std::array registry = {
    Rule{"osaca-lcd-bound", Severity::note, "The loop is limited by a loop-carried dependency",
         "Each iteration needs a value that the previous iteration computes. The latencies along this chain add up to "
         "more cycles than any unit of the core needs for an iteration, so the units are idle part of the time.",
         "break the chain: use several independent accumulators (-O3 -ffast-math lets the compiler do it, as does -O3 "
         "with -fassociative-math, -fno-signed-zeros and -fno-trapping-math)"},
    Rule{"osaca-memory-carried", Severity::note, "A value is passed to the next iteration through memory",
         "The loop stores a value and loads it again one or more iterations later. The load waits until the store can "
         "forward its data, which takes longer than keeping the value in a register.",
         "keep the value in a local variable (a register) and store it after the loop; if aliasing prevents that, "
         "qualify the pointers with restrict"},
    Rule{"osaca-store-forwarding", Severity::note, "A load reads more bytes than the preceding store wrote",
         "A load usually takes its value from a store that has not reached the cache yet. This fails if the store "
         "wrote only some of the bytes that the load reads. The load then waits until the store has reached the cache, "
         "which takes three to four times as long.",
         "store and load with the same width: keep the parts in registers and store them as one value, or load only "
         "the part that was stored"},
    Rule{"osaca-divider-bound", Severity::note, "The loop is limited by divisions or square roots",
         "The divider is barely pipelined: each division or square root occupies it for several cycles. The loop keeps "
         "it busier than any other unit of the core.",
         "multiply by a precomputed reciprocal (-ffast-math does this if the divisor is loop-invariant), or move the "
         "division out of the loop"},
    Rule{
        "osaca-port-bound", Severity::note, "The loop is limited by the execution ports",
        "The uops of an iteration compete for the same ports. However the uops are distributed, an iteration takes at "
        "least as long as the busiest group of ports.",
        "use fewer or wider operations of this kind: vectorise (-O3), with the widest vectors of the target (-march=)"},
    Rule{"osaca-front-end-bound", Severity::note, "The loop is limited by the front end",
         "The front end cannot deliver the macro-ops of the loop as fast as the ports could execute them. Possible "
         "reasons are too many macro-ops per iteration, the taken branch of a short loop, or code that cannot be "
         "fetched or decoded fast enough.",
         "use fewer instructions per element: vectorise (-O3), or unroll to spread loop overhead (-funroll-loops)"},
    Rule{"osaca-store-bound", Severity::note, "The loop is limited by its stores",
         "Stores leave for the first-level cache in program order. The core can write several of them per cycle only "
         "if they go to the same block of neighbouring bytes. The stores of the loop take longer than everything else "
         "in it.",
         "write neighbouring elements one after the other, write several with one wider store (vectorise), or keep "
         "intermediate results in registers"},
    Rule{"osaca-issue-stalls", Severity::note, "Instructions wait for values that were computed just before",
         "The core issues instructions in program order. An instruction that waits for a value delays all later ones, "
         "even if they do not need the value, and the core issues nothing in the meantime.",
         "place independent work between a value and its use: unroll (-funroll-loops), and let the compiler order the "
         "instructions for this core (-mtune=)"},
    Rule{"osaca-scalar-code", Severity::note, "The loop uses scalar instructions instead of packed ones",
         "All floating-point arithmetic of the loop processes one element at a time, although the instruction set has "
         "packed forms of the same instructions.",
         "let the compiler vectorise: -O3, the widest vectors of the target (-march=), restrict on pointers, "
         "-ffast-math for reductions; -fopt-info-vec-missed (GCC) or -Rpass-missed=loop-vectorize (Clang) shows why it "
         "did not"},
    Rule{"osaca-element-access", Severity::note, "Vector code loads or stores one element at a time",
         "The elements are not next to each other in memory. Each of them needs a load or store of its own, and other "
         "instructions put vectors together or take them apart. Only the operations in between are faster than those "
         "of scalar code.",
         "keep the members that the loop uses in arrays of their own (a structure of arrays instead of an array of "
         "structures), or access the array in memory order"},
    Rule{"osaca-no-vector-gain", Severity::note, "The vector code is not faster than the scalar code",
         "The loads, stores and shuffles that fill vectors and take them apart take as long as the operations that the "
         "vectors save.",
         "keep the members that the loop uses in arrays of their own (a structure of arrays), or keep the loop scalar "
         "(Clang: #pragma clang loop vectorize(disable); GCC: -fno-tree-vectorize)"},
    Rule{"osaca-missed-fma", Severity::note, "A multiplication and an addition could be one fused multiply-add",
         "Only one addition uses the product, and the core has a fused multiply-add. It takes one uop instead of two, "
         "and its latency is shorter than that of both operations.",
         "compile with -mfma or a -march= that has it, and with -ffp-contract=fast; or call fma() in the source"},
    Rule{"osaca-scattered-update", Severity::note, "Updates may wait for each other, depending on the data",
         "The loop reads, changes and writes elements whose positions depend on its data, as in a histogram. The "
         "prediction assumes that successive iterations update different elements. If they update the same element, "
         "the load waits for the previous store, and the loop takes several times as long.",
         "use several copies of the table in turn (2 to 4), and add them up after the loop; unrolling alone does not "
         "help"},
    Rule{
        "osaca-path-on-data", Severity::note, "Which path an iteration takes depends on data",
        "The prediction assumes that the core predicts each branch correctly. If the data is in random order, it often "
        "cannot. After a misprediction, it discards its work and begins again on the correct path.",
        "compute without branches (?:, or a table of values instead of a switch), or sort or group the data so that "
        "equal cases follow each other; mispredict=RATE adds the cost for a rate of mispredictions"},
    Rule{"osaca-call", Severity::note, "The loop calls a function",
         "If the input contains the called function, its cost is part of the prediction. Otherwise the prediction is a "
         "lower bound. Calls also keep the compiler from vectorising the loop.",
         "make the callee inlinable (same file, static or inline, -flto), or use a vector variant of it (-fopenmp-simd "
         "with declare simd, libmvec)"},
    Rule{"osaca-stack-spill", Severity::note, "Values are spilled to the stack inside the loop",
         "More values are live than there are registers, so some of them are stored to the stack and loaded again.",
         "keep fewer values live in the loop: use fewer accumulators, unroll less, or split the loop"},
    Rule{"osaca-4k-aliasing", Severity::warning, "Loads falsely depend on stores a multiple of 4096 bytes away",
         "The core gives a load the value of an earlier store if both use the same address registers and the low bits "
         "of the addresses agree. If the two are in different pages, the value is wrong, and the load and all later "
         "instructions are executed again. The core learns which loads are affected, but it remembers only a few of "
         "them. Vectors, bytes and loads with other address registers are not affected.",
         "pad the rows of arrays whose size is a multiple of 4096 bytes, or vectorise (-O3)"},
    Rule{"osaca-memory-bound", Severity::note, "The loop is limited by data transfers from caches or memory",
         "The place of the data is given by data(...) in the pragma, by --data or by the settings, or it follows from "
         "trip counts. Moving the cache lines from there takes longer than the core needs for the same iteration.",
         "do more work with each cache line while it is in a near cache: work block by block, fuse loops over the same "
         "arrays, or use smaller types"},
    Rule{"osaca-latency-bound", Severity::note, "Each load waits for the previous one",
         "The address of a load depends on the value that was loaded one iteration earlier, as in a linked list. "
         "Nothing can be fetched in advance, so each iteration takes the whole latency of the level that holds the "
         "data.",
         "keep the elements or their indices in an array, or follow several lists at once"},
    Rule{"osaca-strided-access", Severity::note, "Most of each cache line is not used",
         "Caches and memory move whole lines. If less than half of each line is used, an array takes more than twice "
         "the bandwidth that its data needs, in every level beyond the first.",
         "access the array in memory order (interchange the loops), or keep data that is used together in an array of "
         "its own"},
    Rule{"osaca-no-streaming-stores", Severity::note, "Lines are read from memory only to be overwritten",
         "A store to a line that is in no cache reads the line first. If the loop overwrites the whole line, this read "
         "is wasted. Streaming stores bypass the caches and do not read the line. Use normal stores for data that is "
         "read again soon.",
         "write the array with streaming stores (_mm256_stream_pd and the like; Clang: __builtin_nontemporal_store of "
         "vectors)"},
    Rule{"osaca-layer-condition", Severity::note, "Rows of a stencil are evicted before they are read again",
         "A stencil reads each row several times. If all rows in use fit into a cache, only the first read of a row "
         "goes to the next level. If they do not fit, every read does.",
         "work on a part of each row at a time, so that these parts fit into the cache (tile the inner dimension)"},
    Rule{"osaca-unknown-instruction", Severity::warning, "No figures for an instruction",
         "Neither the model nor the compiler's scheduling tables have figures for the instruction. The prediction "
         "includes only its dispatch, so all figures are lower bounds.",
         "add the instruction to a model of your own (see models/README.md) and select that model with --arch"},
    Rule{"osaca-x87-stack", Severity::note, "The loop computes on the x87 register stack",
         "The x87 unit processes one value at a time, and its operations take longer than those on vector registers. "
         "If an iteration leaves more or fewer values on the stack than it found, osaca cannot follow the values from "
         "one instruction to the next. The loop may then take longer than predicted, and the finding says so.",
         "use double instead of long double, if the precision suffices; if the source has no long double, compile with "
         "-mfpmath=sse"},
    Rule{"osaca-loop-vanished", Severity::note, "An annotated loop is not in the generated code",
         "The compiler unrolled the loop completely, replaced it with a library call, merged it with another loop, or "
         "removed it.",
         "nothing, if this is intended; to keep the loop, compile with less optimisation or with "
         "-fno-tree-loop-distribute-patterns"},
    Rule{"osaca-not-a-loop", Severity::warning, "The pragma is not followed by a loop",
         "`#pragma osaca analyze` must be placed directly before for, while or do. In Fortran, `!OSACA$ analyze` must "
         "be placed before do, or before a statement from which the compiler generates a loop.",
         "move the pragma to the line before the loop"},
    Rule{expectation_rule, Severity::warning, "A loop does not meet the expectations in its pragma",
         "`#pragma osaca analyze expect(...) bound(...) no(...)` states a budget for the loop, and the prediction does "
         "not meet it.",
         "check what has changed in the loop or in the compiler options, or change the budget"},
    Rule{regression_rule, Severity::warning, "A loop is slower than in the baseline",
         "The prediction is slower than the recorded one by more than the tolerance, or the loop is no longer "
         "vectorised.",
         "undo the change that made the loop slower; if the change is intended, record it with --update-baseline"},
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
      holders.push_back(format_text("'{}'", rule.id));
  }
  if (!holders.empty())
    return format_text("; did you mean {}?", joined(holders, ", ", " or "));
  const std::string nearest = nearest_name(own_part, own_parts);
  return nearest.empty() ? "" : format_text("; did you mean '{}{}'?", common_prefix, nearest);
}

} // namespace osaca
