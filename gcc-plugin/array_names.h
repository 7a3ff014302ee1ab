// SPDX-License-Identifier: GPL-3.0-or-later
// Which array an instruction's memory access comes to, as the source names it.
//
// A memory reference of RTL still knows the expression of GIMPLE that it came from; but that often starts at a pointer
// that the compiler made. What such a pointer was computed from is followed at the end of GIMPLE, where its
// definitions are at hand, and kept by the number of its SSA name. Nothing is asked of the compiler's own analyses.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

/// A sum of pointers: of "a + 8 * i" it is "a", once. Numbers do not count, but that there are some is known.
struct PointerSum {
  bool is_known = false;
  bool is_moved = false; ///< something is added
  bool is_place = false; ///< the pointer is a reference, or the address of a variable: written without "*" or "->"
  std::map<std::string, int> terms;
};

class ArrayNames {
public:
  /// `cfun` at the end of GIMPLE.
  void note();

  /// Of an instruction of `cfun` as RTL; "" if it has no memory access, several, or one that is not known.
  [[nodiscard]] std::string of(const rtx_insn *insn);

private:
  /// A place in memory as the source writes it, with "[]" for every index.
  struct Place {
    std::string text;           ///< "": unknown
    const char *joint = ".";    ///< between it and a member
    bool is_pointed_to = false; ///< by what `text` says: "*text"
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

  unsigned function_ = 0;  ///< DECL_UID of the function that the notes are about
  bool is_gimple_ = false; ///< whether definitions may be looked at
  int budget_ = 0;
  int depth_ = 0;
  std::unordered_map<unsigned, PointerSum> known_;          ///< by version of the SSA name
  std::unordered_map<location_t, std::string> by_location_; ///< "": of several
};

} // namespace osaca::gcc
