// SPDX-License-Identifier: GPL-3.0-or-later
#include "fortran/fortran_arrays.h"

#include "front/front_end.h"

namespace osaca::gcc {

namespace {

bool is_named_field(tree field, const char *name) {
  return field != NULL_TREE && TREE_CODE(field) == FIELD_DECL && DECL_NAME(field) != NULL_TREE &&
         std::strcmp(IDENTIFIER_POINTER(DECL_NAME(field)), name) == 0;
}

bool is_fortran() { return front_end_of_host() == FrontEndKind::fortran; }

} // namespace

bool is_data_of_descriptor(tree field) {
  if (!is_named_field(field, "data") || !is_named_field(DECL_CHAIN(field), "offset"))
    return false;
  return is_named_field(DECL_CHAIN(DECL_CHAIN(field)), "dtype") && is_fortran();
}

bool is_bookkeeping_of_descriptor(tree field) {
  const tree record = field != NULL_TREE && TREE_CODE(field) == FIELD_DECL ? DECL_CONTEXT(field) : NULL_TREE;
  return record != NULL_TREE && TREE_CODE(record) == RECORD_TYPE && TYPE_FIELDS(record) != field &&
         is_data_of_descriptor(TYPE_FIELDS(record));
}

std::string name_of_descriptor_argument(tree reference) {
  if (TREE_CODE(reference) != MEM_REF || TREE_CODE(TREE_OPERAND(reference, 0)) != SSA_NAME)
    return {};
  const tree pointer = TREE_OPERAND(reference, 0);
  const tree argument = SSA_NAME_VAR(pointer);
  if (!SSA_NAME_IS_DEFAULT_DEF(pointer) || argument == NULL_TREE || TREE_CODE(argument) != PARM_DECL ||
      DECL_NAME(argument) == NULL_TREE)
    return {};
  const std::string name = IDENTIFIER_POINTER(DECL_NAME(argument));
  const bool is_written = name.find('.') == std::string::npos && name.compare(0, 1, "_") != 0; // not .result or __self
  return is_written ? name : std::string();
}

bool is_common_block(tree variable) {
  const tree type = TREE_TYPE(variable);
  // Types that are defined in the source have names; the type of a COMMON block has none.
  return VAR_P(variable) && (TREE_CODE(type) == RECORD_TYPE || TREE_CODE(type) == UNION_TYPE) &&
         TYPE_NAME(type) == NULL_TREE && is_fortran();
}

} // namespace osaca::gcc
