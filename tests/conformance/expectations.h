// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of the suite: comments in its sources that say what is to be reported for the loop below them.
//
//   // EXPECT found roles=vector body,remainder; in=scale; once=mulps 4
//   // EXPECT[-O0|-O1] found
//   // EXPECT[clang,!-O0] vanished reason=call of memset
//
// The first one above a loop has no condition; of all whose conditions hold the last one counts. Conditions are joined
// by commas, alternatives by bars; each is `gcc`, `clang`, such as `gcc-11` or `clang-22`, an instruction set, or an
// option of the compiler. The loop is the next line that is neither comment nor pragma, unless `at=N` counts lines
// from the comment's. Keys, separated by semicolons:
//
//   - roles=A,B: roles of which at least one machine loop each must be there; `plain` is the empty one
//   - in=F,G: the functions that hold machine loops of this one, no others; names are demangled, without parameters
//   - copies=N[-M]: number of innermost machine loops
//   - once=REGEX N: this instruction works on N bytes per source iteration: tells how many iterations one of the vector
//     body is
//   - reason=REGEX: must match somewhere in the reason
//   - unlocated: the compiler's line numbers do not tell its machine loops; nothing is counted by them
//   - unpacked: its vector body has no packed arithmetic
//   - turn: it may begin with the same instruction as the loop around it, and be only a part of the natural loop
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace osaca::conformance {

struct Expectation {
  std::vector<std::vector<std::string>> conditions; ///< all of any of
  std::string status;
  std::vector<std::string> roles;
  std::vector<std::string> functions;
  int least_copies = 0;
  int most_copies = 1'000'000;
  std::string once; ///< "" or a regular expression of instructions
  int once_bytes = 0;
  std::string reason;
  bool is_unlocated = false;
  bool is_unpacked = false;
  bool is_turn = false;
};

/// All that is said about one pragma.
struct ExpectedLoop {
  std::string file; ///< without folders
  int line = 0;
  int last_line = 0; ///< of the loop statement
  std::vector<Expectation> variants;
};

/// In the order in which the compiler reads them; follows #include "FILE". Throws std::runtime_error for what is no
/// table.
[[nodiscard]] std::vector<ExpectedLoop> read_expectations(const std::filesystem::path &source);

/// The variant that counts where these facts hold.
[[nodiscard]] const Expectation &variant_for(const ExpectedLoop &loop, const std::vector<std::string> &facts);

} // namespace osaca::conformance
