#include "render/words/sentence_parts.h"

#include "render/words/words.h"
#include "report/rules.h"

#include <optional>

namespace osaca {

namespace {

using Compiler = CompilerOptions::Compiler;

/// Whether the vectoriser is enabled and vectorises if it expects a gain.
bool vectorises(const CompilerOptions &options) {
  return options.vectorises.value_or(false) &&
         options.cost_model.value_or(CompilerOptions::CostModel::any_gain) == CompilerOptions::CostModel::any_gain;
}

bool is_known(const CompilerOptions &options) { return options.compiler != Compiler::unknown; }

/// The compiler's knowledge about pointers outside the parallel region does not reach the function that it creates for
/// the region. The directive repeats it there.
constexpr const char *simd_in_parallel_region =
    "add simd to the OpenMP directive of the loop, as in 'parallel for simd'";

std::string quoted(const std::string &words) { return "\"" + words + "\""; }

} // namespace

std::string option_that_tells(Compiler compiler) {
  switch (compiler) {
  case Compiler::gcc: return "-fopt-info-vec-missed";
  case Compiler::clang: return "-Rpass-analysis=loop-vectorize";
  case Compiler::unknown: break;
  }
  return "-fopt-info-vec-missed (GCC) or -Rpass-analysis=loop-vectorize (Clang)";
}

std::string text_of(const Vectors &vectors) {
  if (vectors.need != Vectors::Need::source)
    return "vectorise (-O3)";
  if (vectors.in_parallel_region)
    return std::string("vectorise (") + simd_in_parallel_region + ")";
  if (!vectors.told_by_compiler.empty())
    return "vectorise (the compiler did not: " + quoted(vectors.told_by_compiler) + ")";
  return "vectorise (the compiler's vectoriser is on, and did not: " + option_that_tells(vectors.compiler) +
         " tells why)";
}

std::string text_of(const Unrolling &unrolling) {
  const std::string spread = ": unroll to spread loop overhead ";
  switch (unrolling.gain) {
  case Unrolling::Gain::some: return spread + "(-funroll-loops)";
  case Unrolling::Gain::not_by_option:
    return spread +
           (unrolling.compiler == Compiler::clang ? "(#pragma clang loop unroll_count(4))" : "(#pragma GCC unroll 4)");
  case Unrolling::Gain::little:
    return "; unrolling would save little, because only " + unrolling.of_loop.text(1) + " of its " +
           unrolling.macro_ops.text(1) + " macro-ops count iterations and branch back";
  case Unrolling::Gain::none_too_large:
    return "; unrolling would not help, because twice its " + unrolling.macro_ops.text(1) +
           " macro-ops are more than the " + unrolling.kept.text(1) + " that the cache of decoded instructions holds";
  case Unrolling::Gain::none_scattered:
    return "; unrolling would not help, because each element's place is read and written by itself";
  case Unrolling::Gain::none_to_unroll: break;
  }
  return "";
}

std::string options_for_accumulators(const ChainWait &chain) {
  const bool may_reorder = chain.options.reassociates.value_or(false);
  const std::string parts = "-fassociative-math, -fno-signed-zeros and -fno-trapping-math";
  if (!vectorises(chain.options))
    return may_reorder ? " (-O3 lets the compiler do it)"
                       : " (-O3 -ffast-math lets the compiler do it, as does -O3 with " + parts + ")";
  if (!may_reorder)
    return " (-ffast-math lets the compiler do it, as do " + parts + ")";
  return chain.told_by_compiler.empty()
             ? ""
             : " (the compiler may do it, and did not: " + quoted(chain.told_by_compiler) + ")";
}

std::string options_for_vectors(const ScalarArithmetic &scalar) {
  using Obstacle = Vectors::Obstacle;
  constexpr int usual_bits = 128; // the width without -march=
  const Vectors &vectors = scalar.vectors;
  const bool is_narrow = scalar.options.widest_vector_bits.value_or(usual_bits) <= usual_bits;
  const bool is_kept_in_order = scalar.is_reduction && !scalar.options.reassociates.value_or(false);
  const bool is_on = vectors.need == Vectors::Need::source;
  const std::string in_the_code = "what keeps the compiler from vectorising is in the code: ";
  if (vectors.obstacle == Obstacle::iteration_count)
    return in_the_code + "the number of iterations is not known before the loop starts; count with an integer up to a "
                         "value that the loop does not change, and leave the loop nowhere else";
  if (is_on && is_kept_in_order)
    return "-ffast-math for reductions: without it this one is computed in the order of the source";
  if (vectors.obstacle == Obstacle::control_flow)
    return in_the_code + "a branch within the loop; select between two values (?:) instead, and store in any case" +
           (is_narrow ? ", or -march=native, whose stores may leave elements out" : "");
  const std::string of_pointers = vectors.in_parallel_region ? std::string(simd_in_parallel_region) +
                                                                   " (restrict does not reach the parallel region)"
                                                             : std::string("restrict on pointers");
  std::string text = is_on ? in_the_code + of_pointers + ", a selection instead of a branch, no calls"
                           : "let the compiler vectorise: -O3";
  text += is_narrow ? ", -march=native" : "";
  text += is_on ? "" : ", " + of_pointers;
  text += is_kept_in_order ? ", -ffast-math for reductions" : "";
  if (vectors.told_by_compiler.empty())
    text += "; " + option_that_tells(scalar.options.compiler) + " tells why it did not";
  return text;
}

std::string options_for_fusion(const CompilerOptions &options) {
  const std::string in_source = "in the source, fma()";
  const bool has = options.has_fused.value_or(false);
  const bool may = options.contracts.value_or(false);
  if (has && may)
    return in_source + ": the compiler may fuse them, and did not";
  const std::string target = has ? "" : "-mfma or a -march that has it";
  const std::string contract = may ? "" : "-ffp-contract=fast";
  return target + (target.empty() || contract.empty() ? "" : ", and ") + contract + "; " + in_source;
}

std::string options_for_vector_variants(const CompilerOptions &options) {
  std::string missing;
  const auto need = [&](bool is_missing, const char *option) {
    if (is_missing)
      missing += (missing.empty() ? "" : " ") + std::string(option);
  };
  need(!vectorises(options), "-O3");
  need(!options.reassociates.value_or(false), "-ffast-math");
  need(options.compiler == Compiler::clang, "-fveclib=libmvec");
  if (missing.empty())
    return "";
  return missing + (is_known(options) ? "" : " (with Clang also -fveclib=libmvec)") +
         " lets the compiler vectorise the loop with the vector variants of the C library (libmvec)";
}

namespace {

/// Empty: the rule's general advice.
using Advice = std::optional<std::string>;

std::string_view words(PortsBusy::WiderVectors wider) {
  switch (wider) {
  case PortsBusy::WiderVectors::none: break;
  case PortsBusy::WiderVectors::of_the_widest: return ", or wider vectors (-mprefer-vector-width=512)";
  case PortsBusy::WiderVectors::of_another_target: return ", or wider vectors (a -march= that has them)";
  }
  return "";
}

/// What several accumulators in turn do not change, if the core does not see the next iteration early enough.
std::string one_at_a_time(const ChainWait &chain) {
  return chain.reorder_buffer == 0
             ? ""
             : "; an iteration has more macro-ops than the " + std::to_string(chain.reorder_buffer) +
                   " that the core looks at together, so the chains have to be computed side by side within each "
                   "iteration";
}

struct OfFacts {
  Advice operator()(const WrittenFinding &written) const { return written.advice; }

  Advice operator()(const DividerBusy &divider) const {
    switch (divider.advice) {
    case DividerBusy::Advice::of_rule:
      if (divider.options.takes_reciprocals.value_or(false))
        return "move the division out of the loop, or multiply by a reciprocal that was computed before it";
      break;
    case DividerBusy::Advice::integers:
      return "divide by a constant (the compiler then multiplies), replace % by & where the divisor is a power of two, "
             "or divide narrower numbers (32 bits instead of 64)";
    case DividerBusy::Advice::roots: return "compare squares instead of roots";
    }
    return std::nullopt;
  }

  Advice operator()(const PortsBusy &ports) const {
    switch (ports.advice) {
    case PortsBusy::Advice::of_rule:
      return "fewer or wider operations of this kind: " + text_of(ports.vectors) +
             (ports.has_wide_target || ports.vectors.need == Vectors::Need::source
                  ? ""
                  : ", with the widest vectors of the target (-march=)");
    case PortsBusy::Advice::move_less_data:
      return std::string("fewer or wider loads and stores per element: ") +
             (ports.vectors.need == Vectors::Need::impossible ? "" : text_of(ports.vectors) + ", ") +
             "reuse the results of neighbouring elements, keep intermediate results in registers, fuse loops over the "
             "same data";
    case PortsBusy::Advice::fewer_operations:
      return "fewer operations of this kind per element: reuse the results of neighbouring elements" +
             std::string(words(ports.wider));
    }
    return std::nullopt;
  }

  Advice operator()(const FrontEndBusy &front) const {
    switch (front.advice) {
    case FrontEndBusy::Advice::of_rule: {
      const std::string unrolling = text_of(front.unrolling);
      return "fewer instructions per element: " + text_of(front.vectors) +
             (unrolling.starts_with(":") ? "," + unrolling.substr(1) : unrolling);
    }
    case FrontEndBusy::Advice::unroll_less: return "unroll less: the loop's code is larger than the core keeps at hand";
    case FrontEndBusy::Advice::no_branches:
      return "compute without branches: select between two values, and store in any case";
    case FrontEndBusy::Advice::one_block: {
      const bool helps =
          front.unrolling.gain == Unrolling::Gain::some || front.unrolling.gain == Unrolling::Gain::not_by_option;
      const std::string spread = front.vectors.need == Vectors::Need::option ? "unroll or vectorise" : "unroll";
      return (helps ? spread + " to spread loop overhead, and " : "") + "keep the loop within one block of " +
             std::to_string(front.block_bytes) +
             " bytes of code (-falign-loops): across a border it takes at least 2 cycles";
    }
    case FrontEndBusy::Advice::fewer_instructions: return "fewer instructions per element" + text_of(front.unrolling);
    }
    return std::nullopt;
  }

  Advice operator()(const ChainWait &chain) const {
    switch (chain.advice) {
    case ChainWait::Advice::of_rule:
      if (!std::holds_alternative<std::monostate>(chain.through_memory))
        break;
      return "break the chain: several independent accumulators" + options_for_accumulators(chain) +
             one_at_a_time(chain);
    case ChainWait::Advice::optimise:
      return "compile with optimisation (-O1 or more), so that local variables live in registers";
    case ChainWait::Advice::fewer_values:
      return "there are more values than registers: use fewer accumulators or unroll less";
    case ChainWait::Advice::not_around_calls:
      return "make the callee inlinable: a call overwrites the register that could hold the value";
    case ChainWait::Advice::several_searches:
      return "each step of the search waits for the comparison before it: do several searches at a time";
    case ChainWait::Advice::no_list:
      return "the address of the next element comes out of memory: keep the elements in an array, or walk several "
             "lists at a time";
    case ChainWait::Advice::shorter_recurrence:
      return "reorder the recurrence so that fewer operations lie on the way from one iteration to the next: compute "
             "all that does not need the newest value before it is there";
    case ChainWait::Advice::several_steps:
      return "take several steps of the recurrence at a time: compute the value two iterations later from this one, so "
             "that the chain is as long but does the work of two";
    case ChainWait::Advice::accumulators:
      return "break the chain: several independent accumulators, or a shorter computation of what the next iteration "
             "needs" +
             one_at_a_time(chain);
    }
    return std::nullopt;
  }

  Advice operator()(const CallMade &call) const {
    switch (call.advice) {
    case CallMade::Advice::of_rule: break;
    case CallMade::Advice::none: return "";
    case CallMade::Advice::no_errno:
      if (!call.options.sets_errno.value_or(true))
        return "";
      return "-fno-math-errno lets the compiler use an instruction";
    case CallMade::Advice::no_nans:
      if (call.options.finite_only.value_or(false))
        return "";
      return "-ffinite-math-only lets the compiler use an instruction, where no NaN occurs";
    case CallMade::Advice::rounding: return "-march= or -msse4.1 lets the compiler use an instruction";
    case CallMade::Advice::rounding_half_away:
      return "-march= or -msse4.1, with GCC together with -fno-trapping-math, lets the compiler use instructions";
    case CallMade::Advice::fused: return "-mfma or a -march= that has it lets the compiler use an instruction";
    case CallMade::Advice::vector_variant: return options_for_vector_variants(call.options);
    }
    return std::nullopt;
  }

  Advice operator()(const ScalarArithmetic &scalar) const {
    if (scalar.options.compiler == CompilerOptions::Compiler::unknown)
      return std::nullopt;
    return options_for_vectors(scalar);
  }

  Advice operator()(const UnfusedPair &pair) const {
    if (pair.options.compiler == CompilerOptions::Compiler::unknown)
      return std::nullopt;
    return options_for_fusion(pair.options);
  }

  Advice operator()(const AliasedLoads &loads) const {
    return "pad the rows of arrays whose size is a multiple of 4096 bytes, or " + text_of(loads.vectors);
  }

  // There is no advice about the source's expectations or a baseline.
  Advice operator()(const LoopLost & /*lost*/) const { return ""; }
  Advice operator()(const ExpectationUnreadable & /*unreadable*/) const { return ""; }
  Advice operator()(const ExpectationBroken & /*broken*/) const { return ""; }
  Advice operator()(const Regression & /*regression*/) const { return ""; }

  template <class Others> Advice operator()(const Others & /*others*/) const { return std::nullopt; }
};

} // namespace

std::string advice_of(const Finding &finding) {
  Advice own = std::visit(OfFacts{}, finding.facts);
  if (own)
    return *std::move(own);
  const Rule *rule = find_rule(finding.rule);
  return rule ? std::string(rule->fix) : "";
}

} // namespace osaca
