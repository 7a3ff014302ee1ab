// SPDX-License-Identifier: GPL-3.0-or-later
#include "function_options.h"

namespace osaca::gcc {

capture::Options options_of_function() {
  capture::Options options;
  constexpr int highest_level = 3;
  options.level = std::min(optimize, highest_level);
  options.vectorises = optimize > 0 && flag_tree_loop_vectorize != 0;
  options.vectorises_cheaply =
      flag_vect_cost_model == VECT_COST_MODEL_VERY_CHEAP || flag_vect_cost_model == VECT_COST_MODEL_CHEAP;
  options.unrolls = flag_unroll_loops != 0;
  options.reassociates = flag_associative_math != 0;
  options.contracts = flag_fp_contract_mode == FP_CONTRACT_FAST;
  options.takes_reciprocals = flag_reciprocal_math != 0;
  options.sets_errno = flag_errno_math != 0;
  options.finite_only = flag_finite_math_only != 0;
  const gcc_compat::TargetArithmetic target = gcc_compat::target_arithmetic();
  options.has_fused = target.has_fused;
  if (target.widest_vector_bits > 0)
    options.widest_vector_bits = target.widest_vector_bits;
  if (target.preferred_vector_bits >= 0)
    options.preferred_vector_bits = target.preferred_vector_bits;
  return options;
}

} // namespace osaca::gcc
