#include "render/words/option_words.h"

namespace osaca {
namespace {

using Compiler = CompilerOptions::Compiler;

/// Not what it would do, but whether it is on and goes ahead where it expects a gain.
bool vectorises(const CompilerOptions &options) {
  return options.vectorises.value_or(false) &&
         options.cost_model.value_or(CompilerOptions::CostModel::any_gain) == CompilerOptions::CostModel::any_gain;
}

bool is_known(const CompilerOptions &options) { return options.compiler != Compiler::unknown; }

/// What a compiler knows of pointers outside of the region does not reach the region's function; the directive states
/// it anew.
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
  constexpr int usual_bits = 128; // what there is without -march=
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

} // namespace osaca
