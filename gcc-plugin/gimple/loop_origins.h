// SPDX-License-Identifier: GPL-3.0-or-later
// Which loop before the loop passes each loop comes from. The passes copy loops: for remainders, and for versions that
// run if pointers overlap.
//
// Usually, the place in the source answers this. But if the front end generates several loops for one statement (an
// assignment to arrays in Fortran), all of them have the same place. A copy uses the same values from outside of the
// loop as its original, and does the same operations, so they are compared.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

class LoopOrigins {
public:
  /// Reads the innermost loops of `cfun` before its loop passes.
  void start();

  /// Finds the origins of loops that were created since the last call.
  void note_copies();

  /// The position of the loop's origin among the innermost loops of the function, from 1; 0: unknown.
  [[nodiscard]] int of(int number) const;

private:
  /// How often an operation and a value from outside occur in a loop. The value may be NULL_TREE.
  using Contents = std::map<std::pair<int, tree>, int>;
  struct Variant {
    int origin = 0;
    Contents contents;
  };

  [[nodiscard]] static std::map<int, Contents> contents_by_number();
  [[nodiscard]] int most_similar(const Contents &contents);

  unsigned function_ = 0;                  ///< DECL_UID of the function that the notes are about
  std::vector<Variant> variants_;          ///< of each origin, at each call
  std::unordered_map<int, int> by_number_; ///< origins by the compiler's number of the loop
  size_t budget_ = 0;                      ///< how many more words may be compared in this function
};

} // namespace osaca::gcc
