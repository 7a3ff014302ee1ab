// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/functions.h"

#include "front/front_end.h"
#include "symbol_length.h"

namespace osaca::gcc {

namespace {

/// Counts the parts of a printed name. A type may refer to its parts repeatedly: the name of B<B<..>, B<..>> with 30
/// levels would fill the memory.
class NameLength {
public:
  [[nodiscard]] bool is_within_bounds(tree function) {
    count_arguments(DECL_LANG_SPECIFIC(function) != nullptr ? DECL_TEMPLATE_INFO(function) : NULL_TREE);
    count(DECL_CONTEXT(function));
    count(TREE_TYPE(TREE_TYPE(function)));
    for (tree parameter = TYPE_ARG_TYPES(TREE_TYPE(function)); parameter != NULL_TREE;
         parameter = TREE_CHAIN(parameter))
      count(TREE_VALUE(parameter));
    return left_ > 0;
  }

private:
  void count(tree part) {
    if (part == NULL_TREE || left_ <= 0)
      return;
    --left_;
    if (TREE_CODE(part) == TREE_VEC) {
      for (int i = 0; i < TREE_VEC_LENGTH(part); ++i)
        count(TREE_VEC_ELT(part, i));
    } else if (TREE_CODE(part) == TYPE_ARGUMENT_PACK) {
      count(ARGUMENT_PACK_ARGS(part));
    } else if (RECORD_OR_UNION_TYPE_P(part)) {
      count_arguments(TYPE_TEMPLATE_INFO(part));
      count(TYPE_CONTEXT(part));
    } else if (TREE_CODE(part) == FUNCTION_TYPE || TREE_CODE(part) == METHOD_TYPE) {
      count(TREE_TYPE(part));
      for (tree parameter = TYPE_ARG_TYPES(part); parameter != NULL_TREE; parameter = TREE_CHAIN(parameter))
        count(TREE_VALUE(parameter));
    } else if (TYPE_P(part)) {
      count(TREE_TYPE(part)); // of a pointer, a reference, an array
    }
  }

  void count_arguments(tree template_info) {
    if (template_info != NULL_TREE)
      count(TI_ARGS(template_info));
  }

  int left_ = 2000;
};

bool has_readable_length(tree function) {
  const bool is_cxx = std::strstr(lang_hooks.name, "C++") != nullptr;
  return !is_cxx || NameLength().is_within_bounds(function);
}

/// The demangled name; "" if there is no demangler, or if the name would be too long.
std::string demangled(const std::string &symbol) {
  constexpr int without_parameters = 0;
  if (&gcc_compat::cplus_demangle_v3 == nullptr || !may_be_demangled(symbol))
    return {};
  char *readable = gcc_compat::cplus_demangle_v3(symbol.substr(0, symbol.find('.')).c_str(), without_parameters);
  const std::string name = readable != nullptr ? readable : "";
  free(readable);
  return name;
}

} // namespace

std::string readable_name(tree function) {
  const bool is_linking = front_end_of_host() == FrontEndKind::lto;
  if (is_linking && DECL_ASSEMBLER_NAME_SET_P(function))
    if (const std::string name = demangled(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(function))); !name.empty())
      return name;
  if (!is_linking && !has_readable_length(function))
    return DECL_NAME(function) != NULL_TREE ? IDENTIFIER_POINTER(DECL_NAME(function)) : "";
  return lang_hooks.decl_printable_name(function, 1);
}

std::string readable_symbol(const std::string &symbol) {
  const std::string name = demangled(symbol);
  return name.empty() ? symbol : name;
}

capture::CompilerOptions options_of_function() {
  capture::CompilerOptions options;
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
