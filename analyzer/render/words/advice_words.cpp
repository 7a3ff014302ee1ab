#include "render/words/sentence_parts.h"

#include "base/format.h"
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
    "add simd to the OpenMP directive of the loop unless it has it, as in 'parallel for simd'";

std::string quoted(const std::string &words) { return format_text("\"{}\"", words); }

} // namespace

std::string remark_option(Compiler compiler) {
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
    return format_text("vectorise ({})", simd_in_parallel_region);
  if (!vectors.compiler_remark.empty())
    return format_text("vectorise (the compiler reports: {})", quoted(vectors.compiler_remark));
  return format_text("vectorise (the vectoriser is enabled, but did not vectorise the loop; {} shows why)",
                     remark_option(vectors.compiler));
}

std::string text_of(const Unrolling &unrolling) {
  const std::string spread = ": unroll to spread loop overhead ";
  switch (unrolling.gain) {
  case Unrolling::Gain::some: return spread + "(-funroll-loops)";
  case Unrolling::Gain::not_by_option:
    return spread +
           (unrolling.compiler == Compiler::clang ? "(#pragma clang loop unroll_count(4))" : "(#pragma GCC unroll 4)");
  case Unrolling::Gain::little:
    return format_text("; unrolling would gain little, because only {} of {} macro-ops are loop overhead",
                       unrolling.of_loop.text(1), unrolling.macro_ops.text(1));
  case Unrolling::Gain::none_too_large:
    return format_text(
        "; unrolling would not help, because twice the {} macro-ops do not fit in the op cache, which holds {}",
        unrolling.macro_ops.text(1), unrolling.kept.text(1));
  case Unrolling::Gain::none_scattered:
    return "; unrolling would not help, because each element is still read and written separately";
  case Unrolling::Gain::none_other_limit:
    return format_text("; unrolling would not help, because {} {} the loop to {} cycles as well",
                       phrase_of(unrolling.other_limit),
                       unrolling.other_limit == BoundKind::stores ? "limit" : "limits", unrolling.other_cycles.text());
  case Unrolling::Gain::none_to_unroll: break;
  }
  return "";
}

namespace {

/// The options that the compiler needs to change the order of the operations, and that are not known to be set; empty:
/// there are none. Reassociation includes -fno-signed-zeros.
std::string missing_for_order(const CompilerOptions &options, bool is_extremum) {
  const bool reassociates = options.reassociates.value_or(false);
  if (!is_extremum)
    return reassociates ? "" : "-fassociative-math, -fno-signed-zeros and -fno-trapping-math";
  if (options.finite_only.value_or(false))
    return reassociates ? "" : "-fno-signed-zeros";
  return reassociates ? "-ffinite-math-only" : "-ffinite-math-only and -fno-signed-zeros";
}

bool names_several(const std::string &options) { return options.find(' ') != std::string::npos; }

} // namespace

std::string options_for_accumulators(const ChainWait &chain) {
  if (chain.is_of_vectors)
    return "";
  const std::string parts = missing_for_order(chain.options, chain.is_extremum);
  const bool may_reorder = parts.empty();
  if (!vectorises(chain.options))
    return may_reorder ? " (-O3 lets the compiler do it)"
                       : format_text(" (-O3 -ffast-math lets the compiler do it, as does -O3 with {})", parts);
  if (!may_reorder)
    return format_text(" (-ffast-math lets the compiler do it, as {} {})", names_several(parts) ? "do" : "does", parts);
  return chain.compiler_remark.empty()
             ? ""
             : format_text(" (the options allow this, but the compiler reports: {})", quoted(chain.compiler_remark));
}

namespace {

/// The option that lets the compiler use more of the core's vectors; empty: there is none.
std::string_view option_of(ScalarArithmetic::WiderTarget target) {
  switch (target) {
  case ScalarArithmetic::WiderTarget::none: break;
  case ScalarArithmetic::WiderTarget::native: return "-march=native";
  case ScalarArithmetic::WiderTarget::architecture: return "the -march= or -mcpu= of the core";
  }
  return "";
}

/// A test that the compiler adds to the loop, and the option that makes it unnecessary; empty: there is none.
std::string without_tests(const ScalarArithmetic &scalar) {
  if (scalar.has_roots)
    return "-fno-math-errno: without it, the compiler tests the argument of each square root, which may have to set "
           "errno";
  if (scalar.has_nan_checks)
    return "-fcx-limited-range or -ffast-math, if the products are those of complex numbers: without them, the "
           "compiler tests each product for NaN";
  return "";
}

} // namespace

std::string options_for_vectors(const ScalarArithmetic &scalar) {
  using Obstacle = Vectors::Obstacle;
  const Vectors &vectors = scalar.vectors;
  const std::string target(option_of(scalar.wider_target));
  const bool is_kept_in_order = scalar.is_reduction && !missing_for_order(scalar.options, scalar.is_extremum).empty();
  const bool is_on = vectors.need == Vectors::Need::source;
  if (vectors.obstacle == Obstacle::iteration_count)
    return "use an integer counter, a loop-invariant limit and no other exit, so that the compiler can compute the "
           "number of iterations before the loop starts";
  if (is_on && is_kept_in_order && scalar.is_extremum)
    return format_text("{} for a maximum or minimum: the compiler must not change its result for NaN and zeros",
                       missing_for_order(scalar.options, true));
  if (is_on && is_kept_in_order)
    return "-ffast-math for reductions: without it, the compiler must keep the order of operations of the source";
  if (const std::string tests = without_tests(scalar); is_on && !tests.empty())
    return tests;
  if (vectors.obstacle == Obstacle::control_flow)
    return std::string("a branch in the loop prevents vectorisation: select between two values (?:) instead, and "
                       "store unconditionally") +
           (target.empty() ? "" : format_text(", or use {} for masked stores", target));
  const std::string of_pointers = vectors.in_parallel_region ? std::string(simd_in_parallel_region) +
                                                                   " (restrict has no effect in the parallel region)"
                                                             : std::string("restrict on pointers");
  std::string text =
      is_on ? format_text("change the code so that the compiler can vectorise: {}, ?: instead of branches, no calls",
                          of_pointers)
            : "let the compiler vectorise: -O3";
  text += target.empty() ? "" : ", " + target;
  text += is_on ? "" : ", " + of_pointers;
  if (is_kept_in_order)
    text += scalar.is_extremum ? format_text(", {} for a maximum or minimum", missing_for_order(scalar.options, true))
                               : ", -ffast-math for reductions";
  text += !is_on && scalar.has_roots ? ", -fno-math-errno for square roots" : "";
  if (vectors.compiler_remark.empty())
    text += format_text("; {} shows why it did not", remark_option(scalar.options.compiler));
  return text;
}

std::string options_for_fusion(const CompilerOptions &options) {
  const std::string in_source = "call fma() in the source";
  const bool has = options.has_fused.value_or(false);
  const bool may = options.contracts.value_or(false);
  if (has && may)
    return in_source + ": the options allow the compiler to fuse them, but it did not";
  const std::string target = has ? "" : "-mfma or a -march= that has it";
  const std::string contract = may ? "" : "-ffp-contract=fast";
  return format_text("compile with {}{}{}; or {}", target, target.empty() || contract.empty() ? "" : ", and with ",
                     contract, in_source);
}

std::string options_for_vector_variants(const CompilerOptions &options, bool needs_recent_library) {
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
  return format_text("{}{} lets the compiler vectorise the loop with the vector variants of the C library (libmvec{})",
                     missing, is_known(options) ? "" : " (with Clang also -fveclib=libmvec)",
                     needs_recent_library ? ", for AArch64 since glibc 2.38" : "");
}

namespace {

/// Empty: the rule's general advice.
using Advice = std::optional<std::string>;

constexpr const char *count_locally =
    "count in a local variable, and add it to the shared counter once after the loop: an atomic operation takes far "
    "longer than an addition, and other cores wait for it";

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
  return chain.reorder_buffer == 0 ? ""
                                   : format_text("; an iteration has more macro-ops than the reorder buffer holds "
                                                 "({}), so interleave the chains within each iteration",
                                                 chain.reorder_buffer);
}

Advice fewer_divisions(DividerBusy::Advice advice, const CompilerOptions &options) {
  switch (advice) {
  case DividerBusy::Advice::of_rule:
    if (options.takes_reciprocals.value_or(false))
      return "move the division out of the loop, or multiply by a reciprocal that is computed before the loop";
    break;
  case DividerBusy::Advice::integers:
    return "divide by a constant (the compiler then multiplies), replace % by & where the divisor is a power of two, "
           "or divide narrower numbers (32 bits instead of 64)";
  case DividerBusy::Advice::narrow_integers:
    return "divide by a constant (the compiler then multiplies), or replace % by & where the divisor is a power of two";
  case DividerBusy::Advice::roots: return "compare squares instead of roots";
  }
  return std::nullopt;
}

struct OfFacts {
  Advice operator()(const WrittenFinding &written) const { return written.advice; }

  Advice operator()(const DividerBusy &divider) const { return fewer_divisions(divider.advice, divider.options); }

  Advice operator()(const PortsBusy &ports) const {
    switch (ports.advice) {
    case PortsBusy::Advice::of_rule:
      return format_text("use fewer or wider operations of this kind: {}{}", text_of(ports.vectors),
                         ports.has_wide_target || ports.vectors.need == Vectors::Need::source
                             ? ""
                             : ", with the widest vectors of the target (-march=)");
    case PortsBusy::Advice::move_less_data:
      return format_text("use fewer or wider loads and stores per element: {}reuse the results of neighbouring "
                         "elements, keep intermediate results in registers, fuse loops over the same data",
                         ports.vectors.need == Vectors::Need::impossible ? "" : text_of(ports.vectors) + ", ");
    case PortsBusy::Advice::fewer_operations:
      return "use fewer operations of this kind per element: reuse the results of neighbouring elements" +
             std::string(words(ports.wider));
    case PortsBusy::Advice::fewer_divisions:
      if (const Advice advice = fewer_divisions(ports.divisions, ports.options))
        return advice;
      return std::string(find_rule("osaca-divider-bound")->fix);
    case PortsBusy::Advice::local_counter: return count_locally;
    }
    return std::nullopt;
  }

  Advice operator()(const FrontEndBusy &front) const {
    switch (front.advice) {
    case FrontEndBusy::Advice::of_rule: {
      const std::string unrolling = text_of(front.unrolling);
      return format_text("use fewer instructions per element: {}{}", text_of(front.vectors),
                         unrolling.starts_with(":") ? "," + unrolling.substr(1) : unrolling);
    }
    case FrontEndBusy::Advice::unroll_less:
      return "unroll less: the loop's code is too large for the op cache or instruction cache";
    case FrontEndBusy::Advice::no_branches:
      return "compute without branches: select between two values (?:), and store unconditionally";
    case FrontEndBusy::Advice::local_counter: return count_locally;
    case FrontEndBusy::Advice::no_calls: return "make the callees inlinable: this removes the calls and the returns";
    case FrontEndBusy::Advice::one_block: {
      const bool helps =
          front.unrolling.gain == Unrolling::Gain::some || front.unrolling.gain == Unrolling::Gain::not_by_option;
      const std::string spread = front.vectors.need == Vectors::Need::option ? "unroll or vectorise" : "unroll";
      return format_text("{}keep the loop within one aligned block of {} bytes of code (-falign-loops={}): a loop that "
                         "crosses a boundary takes at least 2 cycles",
                         helps ? spread + " to spread loop overhead, and " : "", front.block_bytes, front.block_bytes);
    }
    case FrontEndBusy::Advice::move_jumps:
      return format_text("keep jumps within aligned blocks of {} bytes "
                         "(-Wa,-mbranches-within-32B-boundaries, with Clang -mbranches-within-32B-boundaries)",
                         front.block_bytes);
    case FrontEndBusy::Advice::unroll_completely:
      return format_text("unroll the loop completely, because it always has {} iterations ({})", front.iterations,
                         front.unrolling.compiler == CompilerOptions::Compiler::clang
                             ? "#pragma clang loop unroll(full)"
                             : format_text("#pragma GCC unroll {}", front.iterations));
    case FrontEndBusy::Advice::fewer_instructions:
      return "use fewer instructions per element" + text_of(front.unrolling);
    }
    return std::nullopt;
  }

  Advice operator()(const ChainWait &chain) const {
    switch (chain.advice) {
    case ChainWait::Advice::of_rule:
      if (!std::holds_alternative<std::monostate>(chain.through_memory))
        break;
      return format_text("break the chain: use several independent accumulators{}{}", options_for_accumulators(chain),
                         one_at_a_time(chain));
    case ChainWait::Advice::local_counter: return count_locally;
    case ChainWait::Advice::optimise:
      return "compile with optimisation (-O1 or more), so that local variables live in registers";
    case ChainWait::Advice::fewer_values:
      return "there are more values than registers: use fewer accumulators or unroll less";
    case ChainWait::Advice::not_around_calls:
      return "make the callee inlinable: a call overwrites the register that could hold the value";
    case ChainWait::Advice::several_searches:
      return "each step of the search waits for the previous comparison: interleave several searches";
    case ChainWait::Advice::keep_value:
      return "each comparison loads the element that was selected last: keep its value in a local variable, and change "
             "this variable together with the position";
    case ChainWait::Advice::no_list:
      return "the address of the next element is loaded from memory: keep the elements in an array, or walk several "
             "lists at once";
    case ChainWait::Advice::several_lookups:
      return "each look-up waits for the result of the previous one: use more tables, so that a step processes several "
             "elements, or process several independent inputs at a time";
    case ChainWait::Advice::shorter_recurrence:
      return "reorder the recurrence so that fewer operations are on the chain: compute everything that does not "
             "depend on the newest value in advance";
    case ChainWait::Advice::several_steps:
      return "compute several steps of the recurrence at once: derive the value of two iterations later from the "
             "current one, so that a chain of the same length does the work of two iterations";
    case ChainWait::Advice::accumulators:
      return "break the chain: use several independent accumulators, or shorten the computation of the value that the "
             "next iteration needs" +
             one_at_a_time(chain);
    case ChainWait::Advice::several_inputs:
      return "each step changes the result of the previous one, so accumulators would change the result: process "
             "several independent inputs or streams at a time, or shorten the computation of the value that the next "
             "iteration needs";
    }
    return std::nullopt;
  }

  Advice operator()(const CallMade &call) const {
    if (call.status == CallStatus::followed)
      return "make the callee inlinable (static or inline, without noinline): this saves the call and the return, and "
             "the loop may be vectorised";
    return advice_on_callee(call);
  }

  Advice operator()(const FiguresMissing &missing) const {
    if (missing.absent == 0)
      return std::nullopt;
    return "choose the core that the code was compiled for (--arch), or compile it for this core (-march=, -mcpu=)";
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
  Advice own = std::visit(OfFacts{}, *finding.facts);
  if (own)
    return *std::move(own);
  const Rule *rule = find_rule(finding.rule);
  return rule ? std::string(rule->fix) : "";
}

} // namespace osaca
