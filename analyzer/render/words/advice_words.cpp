#include "render/words/sentence_parts.h"

#include "base/format.h"
#include "render/words/words.h"
#include "report/rules.h"

#include <optional>

namespace osaca {

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
  case DividerBusy::Advice::other_divisors:
    return "divide less often (a / b / c is a / (b * c)), or in single instead of double precision; the divisors "
           "differ, so there is no reciprocal to compute before the loop";
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
    case ChainWait::Advice::divide_once:
      return "multiply the divisors with each other, and divide by the product once after the loop: no option does "
             "this";
    case ChainWait::Advice::by_reciprocal:
      return "multiply by the reciprocal of the divisor, which is computed before the loop (-ffast-math lets the "
             "compiler do it)";
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
    const bool fits_rule =
        scalar.options.compiler == CompilerOptions::Compiler::unknown && scalar.vectors.need != Vectors::Need::blocks;
    return fits_rule ? std::nullopt : Advice(options_for_vectors(scalar));
  }

  Advice operator()(const VectorsWithoutGain &vectors) const {
    const std::string scalar =
        format_text("keep the loop scalar ({})", vectors.compiler == CompilerOptions::Compiler::clang
                                                     ? "#pragma clang loop vectorize(disable)"
                                                     : "-fno-tree-vectorize; from GCC 14 on: #pragma GCC novector");
    return vectors.structure_bytes == 0
               ? scalar
               : "keep the members that the loop uses in arrays of their own (a structure of arrays), or " + scalar;
  }

  Advice operator()(const UnfusedPair &pair) const {
    if (pair.options.compiler == CompilerOptions::Compiler::unknown)
      return std::nullopt;
    return options_for_fusion(pair.options);
  }

  Advice operator()(const AliasedLoads &loads) const {
    return "pad the rows of arrays whose size is a multiple of 4096 bytes" +
           (loads.vectors.need == Vectors::Need::impossible ? "" : ", or " + text_of(loads.vectors));
  }

  Advice operator()(const StoresBusy &stores) const {
    if (stores.vectors.need != Vectors::Need::impossible)
      return std::nullopt;
    return "write neighbouring elements one after the other, write several with one wider store, or keep intermediate "
           "results in registers";
  }

  Advice operator()(const RegisterStackUsed &used) const {
    if (!used.is_extended)
      return std::nullopt;
    return "use double instead of long double, if the precision suffices";
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
