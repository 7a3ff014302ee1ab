// SPDX-License-Identifier: GPL-3.0-or-later
#include "gimple/array_names.h"

#include "capture.h"
#include "fortran/fortran_arrays.h"

namespace osaca::gcc {

namespace {

constexpr int deepest_pointer = 60;
constexpr size_t longest_text = 200; // longer than a name in a capture, which is cut in the end
constexpr const char *any_index = "[]";

PointerSum number(bool is_zero) {
  PointerSum sum;
  sum.is_known = true;
  sum.is_moved = !is_zero;
  return sum;
}

PointerSum pointer(std::string text, bool is_place) {
  PointerSum sum;
  sum.is_known = !text.empty() && text.size() <= longest_text;
  sum.is_place = is_place;
  sum.terms[std::move(text)] = 1;
  return sum;
}

PointerSum added(PointerSum sum, const PointerSum &other, int sign) {
  if (!sum.is_known || !other.is_known)
    return {};
  sum.is_moved |= other.is_moved || (!sum.terms.empty() && !other.terms.empty());
  sum.is_place |= other.is_place;
  for (const auto &term : other.terms)
    if ((sum.terms[term.first] += sign * term.second) == 0)
      sum.terms.erase(term.first);
  return sum;
}

bool is_of_library(tree declaration) { return in_system_header_at(DECL_SOURCE_LOCATION(declaration)); }

std::string identifier_of(tree declaration) {
  return DECL_NAME(declaration) != NULL_TREE ? IDENTIFIER_POINTER(DECL_NAME(declaration)) : "";
}

/// The variable's name in the source; "" for variables of the compiler or of a library.
std::string name_of_variable(tree variable) {
  if (DECL_ARTIFICIAL(variable) || is_of_library(variable))
    return {};
  return identifier_of(variable);
}

std::string name_of_field(tree field) {
  if (field == NULL_TREE || TREE_CODE(field) != FIELD_DECL || is_of_library(field))
    return {};
  std::string name = identifier_of(field);
  // Captures of a lambda are fields that the compiler creates, named after the variables.
  if (DECL_ARTIFICIAL(field))
    return {};
  return name;
}

bool is_closure(tree type) {
  type = POINTER_TYPE_P(type) ? TREE_TYPE(type) : type;
  return TREE_CODE(type) == RECORD_TYPE && TYPE_NAME(type) != NULL_TREE && TREE_CODE(TYPE_NAME(type)) == TYPE_DECL &&
         identifier_of(TYPE_NAME(type)).compare(0, 7, "._anon_") == 0;
}

bool is_this(tree variable) { return variable != NULL_TREE && identifier_of(variable) == "this"; }

/// Whether the value is the hidden first argument of the function that the compiler generated for a lambda or a
/// parallel region. Its members are variables of the source.
bool is_hidden_argument(tree value) {
  if (TREE_CODE(value) != SSA_NAME || !SSA_NAME_IS_DEFAULT_DEF(value) || SSA_NAME_VAR(value) == NULL_TREE)
    return false;
  return DECL_ARTIFICIAL(SSA_NAME_VAR(value)) && !is_this(SSA_NAME_VAR(value));
}

std::string without_indices(std::string text) {
  while (text.size() > 2 && text.compare(text.size() - 2, 2, any_index) == 0)
    text.resize(text.size() - 2);
  return text;
}

bool is_reference(tree operand) {
  while (operand != NULL_TREE && handled_component_p(operand))
    operand = TREE_OPERAND(operand, 0);
  return operand != NULL_TREE && (TREE_CODE(operand) == MEM_REF || TREE_CODE(operand) == TARGET_MEM_REF ||
                                  VAR_P(operand) || TREE_CODE(operand) == PARM_DECL);
}

bool is_constant(tree offset, HOST_WIDE_INT value) {
  return TREE_CODE(offset) == INTEGER_CST && tree_fits_shwi_p(offset) && tree_to_shwi(offset) == value;
}

} // namespace

ArrayNames::Place ArrayNames::member_of(Place base, tree field) {
  if (is_data_of_descriptor(field)) {
    base.is_pointed_to = false;
    return base;
  }
  if (is_bookkeeping_of_descriptor(field))
    return {};
  const std::string name = name_of_field(field);
  if (base.text.empty() || name.empty()) {
    base.is_pointed_to = false; // a member of a library's class is named after the object itself
    return base;
  }
  return {base.text + base.joint + name, ".", false};
}

ArrayNames::Place ArrayNames::pointed_to(const PointerSum &pointer, bool is_moved) {
  if (!pointer.is_known || pointer.terms.size() != 1 || pointer.terms.begin()->second != 1)
    return {};
  const std::string &text = pointer.terms.begin()->first;
  if (is_moved || pointer.is_moved)
    return {text + any_index, ".", false};
  return {text, pointer.is_place ? "." : "->", !pointer.is_place};
}

/// For a pointer to a structure plus a constant offset: the member at that offset.
ArrayNames::Place ArrayNames::at_offset(tree reference) {
  const tree base = TREE_OPERAND(reference, 0);
  const bool is_moved = !is_constant(TREE_OPERAND(reference, 1), 0);
  Place place = pointed_to(sum_of(base), false);
  const tree type = POINTER_TYPE_P(TREE_TYPE(base)) ? TREE_TYPE(TREE_TYPE(base)) : NULL_TREE;
  if (type == NULL_TREE || TREE_CODE(type) != RECORD_TYPE ||
      TYPE_MAIN_VARIANT(type) == TYPE_MAIN_VARIANT(TREE_TYPE(reference)))
    return is_moved && !place.text.empty() ? Place{place.text + any_index, ".", false} : place;
  const tree offset = TREE_OPERAND(reference, 1);
  for (tree field = TYPE_FIELDS(type); field != NULL_TREE; field = DECL_CHAIN(field))
    if (TREE_CODE(field) == FIELD_DECL && tree_fits_shwi_p(offset) && tree_fits_shwi_p(DECL_FIELD_OFFSET(field)) &&
        int_byte_position(field) == tree_to_shwi(offset))
      return member_of(std::move(place), field);
  place.is_pointed_to = false;
  return place;
}

ArrayNames::Place ArrayNames::place_of(tree reference) {
  switch (TREE_CODE(reference)) {
  case ARRAY_REF:
  case ARRAY_RANGE_REF: {
    Place array = place_of(TREE_OPERAND(reference, 0));
    return array.text.empty() || array.text.size() > longest_text ? Place() : Place{array.text + any_index, ".", false};
  }
  case COMPONENT_REF: {
    const tree base = TREE_OPERAND(reference, 0);
    const tree field = TREE_OPERAND(reference, 1);
    if (const std::string argument = is_data_of_descriptor(field) ? name_of_descriptor_argument(base) : std::string();
        !argument.empty())
      return {argument, ".", false};
    if (is_common_block(base))
      return {name_of_field(field), ".", false};
    if (TREE_CODE(base) == MEM_REF && is_hidden_argument(TREE_OPERAND(base, 0))) {
      const std::string name = identifier_of(field);
      return {name.compare(0, 2, "__") == 0 ? name.substr(2) : name, ".", false};
    }
    return member_of(place_of(base), field);
  }
  case REALPART_EXPR:
  case IMAGPART_EXPR:
  case BIT_FIELD_REF:
  case VIEW_CONVERT_EXPR: return place_of(TREE_OPERAND(reference, 0));
  case MEM_REF: return at_offset(reference);
  case TARGET_MEM_REF: return pointed_to(sum_of_target_reference(reference), true);
  case VAR_DECL:
  case PARM_DECL:
    // A part of a variable that the compiler has turned into a variable of its own.
    if (VAR_P(reference) && DECL_ARTIFICIAL(reference) && DECL_HAS_DEBUG_EXPR_P(reference) &&
        handled_component_p(DECL_DEBUG_EXPR(reference)))
      return place_of(DECL_DEBUG_EXPR(reference));
    if (is_common_block(reference))
      return {};
    return {is_this(reference) ? "this" : name_of_variable(reference), ".", false};
  default: return {};
  }
}

PointerSum ArrayNames::sum_of_target_reference(tree reference) {
  PointerSum sum = sum_of(TMR_BASE(reference));
  if (const tree index = TMR_INDEX(reference)) {
    const PointerSum scaled = sum_of(index);
    const tree step = TMR_STEP(reference);
    const bool is_single = step == NULL_TREE || is_constant(step, 1);
    sum = is_single || scaled.terms.empty() ? added(sum, scaled, 1) : PointerSum();
  }
  return TMR_INDEX2(reference) != NULL_TREE ? added(sum, sum_of(TMR_INDEX2(reference)), 1) : sum;
}

PointerSum ArrayNames::sum_of(tree value) {
  if (TREE_CODE(value) == ADDR_EXPR) {
    const Place place = place_of(TREE_OPERAND(value, 0));
    const std::string array = without_indices(place.text);
    PointerSum sum = pointer(array, true);
    sum.is_moved = array.size() != place.text.size();
    return sum;
  }
  if (CONSTANT_CLASS_P(value))
    return TREE_CODE(value) == INTEGER_CST ? number(integer_zerop(value)) : PointerSum();
  if (TREE_CODE(value) != SSA_NAME)
    return {};
  const auto found = known_.find(SSA_NAME_VERSION(value));
  if (found != known_.end())
    return found->second;
  if (!is_gimple_ || --budget_ < 0 || depth_ >= deepest_pointer)
    return {};
  ++depth_;
  const PointerSum sum = sum_of_definition(value);
  --depth_;
  known_[SSA_NAME_VERSION(value)] = sum;
  return sum;
}

PointerSum ArrayNames::sum_of_definition(tree name) {
  const tree variable = SSA_NAME_VAR(name);
  const bool is_pointer = POINTER_TYPE_P(TREE_TYPE(name));
  if (const PointerSum origin = sum_of_origin(name); origin.is_known)
    return origin;
  if (variable != NULL_TREE && !name_of_variable(variable).empty())
    return is_pointer ? pointer(name_of_variable(variable), TREE_CODE(TREE_TYPE(name)) == REFERENCE_TYPE)
                      : number(false);
  gimple *definition = SSA_NAME_DEF_STMT(name);
  if (SSA_NAME_IS_DEFAULT_DEF(name)) {
    if (is_this(variable) && !is_closure(TREE_TYPE(name)))
      return pointer("this", false);
    return is_pointer ? PointerSum() : number(false);
  }
  if (gphi *phi = dyn_cast<gphi *>(definition))
    return sum_of_merge(phi);
  if (gassign *assignment = dyn_cast<gassign *>(definition))
    return sum_of_operation(assignment);
  return INTEGRAL_TYPE_P(TREE_TYPE(name)) ? number(false) : PointerSum();
}

/// A pointer variable of the source is replaced by the array that it was computed from, if that is only one.
PointerSum ArrayNames::sum_of_origin(tree name) {
  const tree variable = SSA_NAME_VAR(name);
  if (variable == NULL_TREE || !VAR_P(variable) || TREE_CODE(TREE_TYPE(name)) != POINTER_TYPE ||
      SSA_NAME_IS_DEFAULT_DEF(name))
    return {};
  gimple *definition = SSA_NAME_DEF_STMT(name);
  PointerSum origin;
  if (gphi *phi = dyn_cast<gphi *>(definition))
    origin = sum_of_merge(phi);
  else if (gassign *assignment = dyn_cast<gassign *>(definition))
    origin = sum_of_operation(assignment);
  return origin.terms.size() == 1 && origin.terms.begin()->second == 1 ? origin : PointerSum();
}

PointerSum ArrayNames::sum_of_operation(gassign *assignment) {
  const tree type = TREE_TYPE(gimple_assign_lhs(assignment));
  const tree first = gimple_assign_rhs1(assignment);
  const tree second = gimple_num_ops(assignment) > 2 ? gimple_assign_rhs2(assignment) : NULL_TREE;
  if (!POINTER_TYPE_P(type) && !INTEGRAL_TYPE_P(type))
    return {};
  if (gimple_vuse(assignment)) {
    if (!POINTER_TYPE_P(type))
      return number(false);
    const Place place = place_of(first);
    return pointer((place.is_pointed_to ? "*" : "") + place.text,
                   TREE_CODE(type) == REFERENCE_TYPE && !place.text.empty());
  }
  switch (gimple_assign_rhs_code(assignment)) {
  case SSA_NAME:
  case ADDR_EXPR:
  CASE_CONVERT:
    return sum_of(first);
  case PLUS_EXPR:
  case POINTER_PLUS_EXPR: return added(sum_of(first), sum_of(second), 1);
  case MINUS_EXPR:
  case POINTER_DIFF_EXPR: return added(sum_of(first), sum_of(second), -1);
  case NEGATE_EXPR: return added(number(true), sum_of(first), -1);
  default: break;
  }
  // The results of other operations are numbers, provided that all operands are numbers.
  for (unsigned i = 1; i < gimple_num_ops(assignment); ++i) {
    const tree operand = gimple_op(assignment, i);
    if (operand == NULL_TREE || CONSTANT_CLASS_P(operand))
      continue;
    const PointerSum sum = sum_of(operand);
    if (!sum.is_known || !sum.terms.empty())
      return {};
  }
  return number(false);
}

/// A pointer that is advanced from its own previous value keeps its initial array.
PointerSum ArrayNames::sum_of_merge(gphi *phi) {
  const tree result = gimple_phi_result(phi);
  const std::string self = "#" + std::to_string(SSA_NAME_VERSION(result));
  known_[SSA_NAME_VERSION(result)] = pointer(self, false);
  std::vector<unsigned> before;
  PointerSum merged;
  bool is_moved = false;
  for (unsigned i = 0; i < gimple_phi_num_args(phi); ++i) {
    const PointerSum sum = sum_of(gimple_phi_arg(phi, i)->def);
    const auto own = sum.terms.find(self);
    if (!sum.is_known || (own != sum.terms.end() && (own->second != 1 || sum.terms.size() != 1)))
      return {};
    is_moved |= sum.is_moved;
    if (own != sum.terms.end())
      continue;
    if (merged.is_known && merged.terms != sum.terms)
      return {};
    merged = sum;
  }
  merged.is_moved |= is_moved;
  // Results that depend on the name itself are incomplete; they are removed and computed again when needed.
  for (auto known = known_.begin(); known != known_.end();)
    known = known->second.terms.count(self) != 0 ? known_.erase(known) : std::next(known);
  return merged;
}

std::string ArrayNames::array_of(tree reference) {
  return capture::array_name(without_indices(place_of(reference).text));
}

void ArrayNames::note(gimple *statement) {
  std::string name;
  bool is_first = true;
  const auto merge = [&](const std::string &other) {
    name = is_first || name == other ? other : std::string();
    is_first = false;
  };
  for (unsigned i = 0; i < gimple_num_ops(statement); ++i) {
    const tree operand = gimple_op(statement, i);
    if (operand != NULL_TREE && is_reference(operand))
      merge(array_of(operand));
  }
  if (gcall *call = dyn_cast<gcall *>(statement))
    for (unsigned i = 0; i < gimple_call_num_args(call); ++i)
      if (POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(call, i))))
        merge(without_indices(pointed_to(sum_of(gimple_call_arg(call, i)), true).text));
  const location_t location = gimple_location(statement);
  if (name.empty() || location == UNKNOWN_LOCATION)
    return;
  const auto inserted = by_location_.emplace(location, name);
  if (!inserted.second && inserted.first->second != name)
    inserted.first->second.clear();
}

void ArrayNames::note() {
  known_.clear();
  by_location_.clear();
  function_ = DECL_UID(cfun->decl);
  is_gimple_ = true;
  budget_ = 100000;
  depth_ = 0;
  basic_block block = nullptr;
  FOR_EACH_BB_FN(block, cfun) {
    if (current_loops != nullptr && (block->loop_father == nullptr || loop_outer(block->loop_father) == nullptr))
      continue;
    for (gimple_stmt_iterator i = gsi_start_bb(block); !gsi_end_p(i); gsi_next(&i))
      if (gimple_has_mem_ops(gsi_stmt(i)) && gimple_vuse(gsi_stmt(i)))
        note(gsi_stmt(i));
  }
  is_gimple_ = false;
}

std::string ArrayNames::of(const rtx_insn *insn) {
  if (!NONDEBUG_INSN_P(insn) || CALL_P(insn) || DECL_UID(cfun->decl) != function_)
    return {};
  std::string name;
  bool is_first = true;
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX(iter, array, PATTERN(insn), NONCONST) {
    const_rtx memory = *iter;
    if (!MEM_P(memory) || GET_CODE(XEXP(memory, 0)) == SCRATCH)
      continue;
    if (CONSTANT_P(XEXP(memory, 0)) && MEM_EXPR(memory) == NULL_TREE)
      return {}; // a temporary number of the compiler
    std::string own = MEM_EXPR(memory) != NULL_TREE ? array_of(MEM_EXPR(memory)) : std::string();
    const auto found = by_location_.find(INSN_LOCATION(insn));
    if (MEM_EXPR(memory) == NULL_TREE && found != by_location_.end())
      own = found->second;
    if (own.empty() || (!is_first && own != name))
      return {};
    name = own;
    is_first = false;
  }
  return name;
}

} // namespace osaca::gcc
