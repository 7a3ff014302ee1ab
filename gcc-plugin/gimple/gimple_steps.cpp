// SPDX-License-Identifier: GPL-3.0-or-later
#include "gimple/gimple_steps.h"

#include "front/locations.h"

namespace osaca::gcc {

namespace {

constexpr int deepest_expression = 100;
constexpr HOST_WIDE_INT largest_step = HOST_WIDE_INT_1 << 40; // with some care, products of two steps fit in 64 bits

Step known(HOST_WIDE_INT value) {
  if (value > largest_step || value < -largest_step)
    return {};
  return {true, value};
}

Step plus(const Step &a, const Step &b) { return a.is_known && b.is_known ? known(a.value + b.value) : Step(); }

Step times(const Step &a, HOST_WIDE_INT factor) {
  constexpr HOST_WIDE_INT largest_factor = HOST_WIDE_INT_1 << 20;
  if (!a.is_known || a.value == 0)
    return a;
  return factor > largest_factor || factor < -largest_factor ? Step() : known(a.value * factor);
}

/// An unsigned constant whose highest bit is set counts as negative, because pointers are decremented that way.
Step constant(tree value) {
  if (TREE_CODE(value) != INTEGER_CST || TYPE_PRECISION(TREE_TYPE(value)) > HOST_BITS_PER_WIDE_INT)
    return {};
  return known(sext_hwi(static_cast<HOST_WIDE_INT>(TREE_INT_CST_LOW(value)), TYPE_PRECISION(TREE_TYPE(value))));
}

/// The step that an operand adds. It may also be a vector of equal numbers, or a whole number in floating point (for
/// counters of that type).
Step addend(tree value) {
  // The vectoriser assigns its constants to a name first.
  if (TREE_CODE(value) == SSA_NAME)
    if (gassign *assignment = dyn_cast<gassign *>(SSA_NAME_DEF_STMT(value)))
      if (CONSTANT_CLASS_P(gimple_assign_rhs1(assignment)) && gimple_assign_single_p(assignment))
        value = gimple_assign_rhs1(assignment);
  if (TREE_CODE(value) == VECTOR_CST)
    value = uniform_vector_p(value);
  return value != NULL_TREE ? constant(value) : Step();
}

tree fixed_size_of(tree type) {
  const tree size = TYPE_SIZE_UNIT(type);
  return size != NULL_TREE && TREE_CODE(size) == INTEGER_CST ? size : NULL_TREE;
}

bool is_plain_type(tree type) { return INTEGRAL_TYPE_P(type) || POINTER_TYPE_P(type) || VECTOR_INTEGER_TYPE_P(type); }

} // namespace

bool GimpleSteps::is_inside(gimple *statement) const {
  const basic_block block = gimple_bb(statement);
  return block != nullptr && flow_bb_inside_loop_p(loop_, block);
}

Step GimpleSteps::of_value(tree value) {
  if (is_gimple_min_invariant(value))
    return known(0);
  if (TREE_CODE(value) != SSA_NAME)
    return {};
  const auto found = known_.find(value);
  if (found != known_.end())
    return found->second;
  gimple *definition = SSA_NAME_DEF_STMT(value);
  if (SSA_NAME_IS_DEFAULT_DEF(value) || !is_inside(definition))
    return known(0);
  if (--budget_ < 0 || depth_ >= deepest_expression)
    return {};
  known_[value] = Step(); // in case the value depends on itself
  ++depth_;
  const Step step = of_definition(definition);
  --depth_;
  known_[value] = step;
  return step;
}

Step GimpleSteps::of_definition(gimple *statement) {
  if (gphi *phi = dyn_cast<gphi *>(statement))
    return gimple_bb(phi) == loop_->header ? of_counter(phi) : of_inner_counter(phi);
  gassign *assignment = dyn_cast<gassign *>(statement);
  return assignment != nullptr && !gimple_vuse(assignment) ? of_operation(assignment) : Step();
}

/// For a counter of an inner loop, which starts again in each iteration: its step is taken between equal iterations of
/// the inner loop.
Step GimpleSteps::of_inner_counter(gphi *phi) {
  const class loop *inner = gimple_bb(phi)->loop_father;
  if (inner == loop_ || inner->header != gimple_bb(phi) || !GimpleSteps(inner).of_counter(phi).is_known)
    return {};
  const tree start = GimpleSteps(inner).at_start(phi);
  return start != NULL_TREE ? of_value(start) : Step();
}

Step GimpleSteps::of_operation(gassign *assignment) {
  const tree first = gimple_assign_rhs1(assignment);
  const tree second = gimple_num_ops(assignment) > 2 ? gimple_assign_rhs2(assignment) : NULL_TREE;
  switch (gimple_assign_rhs_code(assignment)) {
  case SSA_NAME: return of_value(first);
  case ADDR_EXPR:
    return of_address(TREE_OPERAND(first, 0));
  CASE_CONVERT:
    return is_plain_type(TREE_TYPE(first)) ? of_value(first) : Step();
  case PLUS_EXPR:
  case POINTER_PLUS_EXPR: return plus(of_value(first), of_value(second));
  case MINUS_EXPR: return plus(of_value(first), times(of_value(second), -1));
  case NEGATE_EXPR: return times(of_value(first), -1);
  case MULT_EXPR: {
    const Step factor = constant(second);
    const Step of_first = of_value(first);
    if (factor.is_known)
      return times(of_first, factor.value);
    const Step of_second = of_value(second);
    return of_first.is_known && of_second.is_known && of_first.value == 0 && of_second.value == 0 ? known(0) : Step();
  }
  case LSHIFT_EXPR: {
    const Step places = constant(second);
    return places.is_known && places.value >= 0 && places.value < 20
               ? times(of_value(first), HOST_WIDE_INT_1 << places.value)
               : Step();
  }
  default: return {};
  }
}

Step GimpleSteps::of_address(tree reference) {
  switch (TREE_CODE(reference)) {
  case MEM_REF: return of_value(TREE_OPERAND(reference, 0));
  case TARGET_MEM_REF: {
    Step step = of_value(TMR_BASE(reference));
    if (TMR_INDEX(reference) != NULL_TREE) {
      const Step scale = TMR_STEP(reference) != NULL_TREE ? constant(TMR_STEP(reference)) : known(1);
      step = scale.is_known ? plus(step, times(of_value(TMR_INDEX(reference)), scale.value)) : Step();
    }
    return TMR_INDEX2(reference) != NULL_TREE ? plus(step, of_value(TMR_INDEX2(reference))) : step;
  }
  case ARRAY_REF: {
    const tree size = fixed_size_of(TREE_TYPE(reference));
    const Step bytes = size != NULL_TREE && TREE_OPERAND(reference, 3) == NULL_TREE ? constant(size) : Step();
    if (!bytes.is_known)
      return {};
    return plus(of_address(TREE_OPERAND(reference, 0)), times(of_value(TREE_OPERAND(reference, 1)), bytes.value));
  }
  case COMPONENT_REF: return TREE_OPERAND(reference, 2) == NULL_TREE ? of_address(TREE_OPERAND(reference, 0)) : Step();
  case REALPART_EXPR:
  case IMAGPART_EXPR:
  case BIT_FIELD_REF:
  case VIEW_CONVERT_EXPR: return of_address(TREE_OPERAND(reference, 0));
  default: return DECL_P(reference) || CONSTANT_CLASS_P(reference) ? known(0) : Step();
  }
}

tree GimpleSteps::from_last_iteration(gphi *phi) const {
  edge entry = nullptr;
  edge_iterator i;
  tree value = NULL_TREE;
  FOR_EACH_EDGE(entry, i, loop_->header->preds) {
    if (!flow_bb_inside_loop_p(loop_, entry->src))
      continue;
    const tree other = gimple_phi_arg(phi, entry->dest_idx)->def;
    if (value != NULL_TREE && value != other)
      return NULL_TREE;
    value = other;
  }
  return value;
}

tree GimpleSteps::at_start(gphi *phi) const {
  edge entry = nullptr;
  edge_iterator i;
  tree value = NULL_TREE;
  FOR_EACH_EDGE(entry, i, loop_->header->preds) {
    if (flow_bb_inside_loop_p(loop_, entry->src))
      continue;
    if (value != NULL_TREE)
      return NULL_TREE;
    value = gimple_phi_arg(phi, entry->dest_idx)->def;
  }
  return value;
}

Step GimpleSteps::of_counter(gphi *phi) {
  const tree next = from_last_iteration(phi);
  std::vector<location_t> path;
  const Step step = next != NULL_TREE ? growth(next, phi, path) : Step();
  std::sort(path.begin(), path.end());
  does_several_ |= step.is_known && std::adjacent_find(path.begin(), path.end()) != path.end();
  return step;
}

/// By how much the value exceeds the counter at the head of the loop. `path` receives the places where it is
/// incremented.
Step GimpleSteps::growth(tree value, gphi *from, std::vector<location_t> &path) {
  if (value == gimple_phi_result(from))
    return known(0);
  if (TREE_CODE(value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF(value) || !is_inside(SSA_NAME_DEF_STMT(value)) ||
      --budget_ < 0 || depth_ >= deepest_expression)
    return {};
  ++depth_;
  Step step;
  gimple *definition = SSA_NAME_DEF_STMT(value);
  if (gphi *merge = dyn_cast<gphi *>(definition)) {
    // The growth must be the same on every path through the loop. A counter of an inner loop does not qualify.
    if (gimple_bb(merge)->loop_father == loop_ && merge != from && gimple_bb(merge) != loop_->header) {
      step = growth(gimple_phi_arg(merge, 0)->def, from, path);
      for (unsigned i = 1; step.is_known && i < gimple_phi_num_args(merge); ++i) {
        std::vector<location_t> other_path;
        const Step other = growth(gimple_phi_arg(merge, i)->def, from, other_path);
        step = other.is_known && other.value == step.value ? step : Step();
      }
    }
  } else if (gassign *assignment = dyn_cast<gassign *>(definition)) {
    const tree first = gimple_assign_rhs1(assignment);
    switch (gimple_assign_rhs_code(assignment)) {
    case SSA_NAME:
      step = growth(first, from, path);
      break;
    CASE_CONVERT:
      step = is_plain_type(TREE_TYPE(first)) ? growth(first, from, path) : Step();
      break;
    case PLUS_EXPR:
    case POINTER_PLUS_EXPR:
    case MINUS_EXPR: {
      const Step by = addend(gimple_assign_rhs2(assignment));
      if (gimple_has_location(assignment))
        path.push_back(gimple_location(assignment));
      step = by.is_known
                 ? plus(growth(first, from, path), times(by, gimple_assign_rhs_code(assignment) == MINUS_EXPR ? -1 : 1))
                 : Step();
      break;
    }
    default: break;
    }
  }
  --depth_;
  return step;
}

} // namespace osaca::gcc
