// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the array that an instruction accesses, as the source names it.
//
// A memory reference of RTL still refers to the GIMPLE expression that it was generated from, but that expression often
// starts at a pointer that the compiler created. At the end of GIMPLE, the definitions of such pointers are still
// available. So the origin of each pointer is determined then, and stored by the version of its SSA name. The
// compiler's own analyses are not queried.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

/// An address as a sum of pointers. For "a + 8 * i", the sum contains the pointer "a" once. The numbers that are added
/// to the pointers are ignored; only the fact that there are some is recorded.
struct PointerSum {
  bool is_known = false;
  bool is_moved = false; ///< something is added to the pointer
  bool is_place = false; ///< the pointer is a reference or the address of a variable: written without "*" or "->"
  std::map<std::string, int> terms;
};

class ArrayNames {
public:
  /// Reads `cfun` at the end of GIMPLE.
  void note();

  /// The array of an instruction of `cfun` in RTL. "" if it accesses no memory, or several arrays, or an unknown one.
  [[nodiscard]] std::string of(const rtx_insn *insn);

private:
  /// A memory object as the source writes it, with "[]" for every index.
  struct Place {
    std::string text;           ///< "": unknown
    const char *joint = ".";    ///< the operator between it and a member
    bool is_pointed_to = false; ///< the object is what `text` points to: "*text"
  };

  [[nodiscard]] Place place_of(tree reference);
  [[nodiscard]] Place member_of(Place base, tree field);
  [[nodiscard]] Place pointed_to(const PointerSum &pointer, bool is_moved);
  [[nodiscard]] Place at_offset(tree reference);
  [[nodiscard]] PointerSum sum_of(tree value);
  [[nodiscard]] PointerSum sum_of_definition(tree name);
  [[nodiscard]] PointerSum sum_of_origin(tree name);
  [[nodiscard]] PointerSum sum_of_operation(gassign *assignment);
  [[nodiscard]] PointerSum sum_of_merge(gphi *phi);
  [[nodiscard]] PointerSum sum_of_target_reference(tree reference);
  [[nodiscard]] std::string array_of(tree reference);
  void note(gimple *statement);

  unsigned function_ = 0;  ///< DECL_UID of the function that was read
  bool is_gimple_ = false; ///< whether the function is in GIMPLE, so that definitions can be followed
  int budget_ = 0;
  int depth_ = 0;
  std::unordered_map<unsigned, PointerSum> known_;          ///< by version of the SSA name
  std::unordered_map<location_t, std::string> by_location_; ///< "": several arrays
};

} // namespace osaca::gcc
