#include "render/words/sentence_parts.h"

#include "base/format.h"
#include "render/words/words.h"

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
  if (vectors.need == Vectors::Need::blocks)
    return "examine the elements in blocks of 64 or more, and leave the loop only between blocks, so that the compiler "
           "can vectorise the work on a block (-O3)";
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
  if (chain.is_beyond_options)
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
  if (vectors.need == Vectors::Need::blocks)
    return text_of(vectors);
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

} // namespace osaca
