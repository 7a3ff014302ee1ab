// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Explains why an annotated loop has no machine loop, from what is left of it in the machine code.
#pragma once

#include <string>
#include <vector>

namespace osaca::vanish {

/// The instructions that come from one source loop, in one emitted function. They may still form a loop there.
struct Remains {
  int located_instructions = 0;
  int in_other_loops = 0; ///< of these instructions: in a machine loop of another source loop
  int in_odd_cycles = 0;  ///< of these: in a cycle that does not count as a loop, because it has several entries
  std::vector<std::string> callees; ///< functions that these instructions call
  int other_line = 0; ///< where the source loop of such a machine loop begins, if it is in the same file; 0: unknown
};

struct Sighting {
  std::string function; ///< the emitted function, as a readable name
  bool has_loop = false;
  Remains remains;
};

/// A function of the source, or an instance of a template, that contains the loop.
struct Instance {
  std::string name;     ///< as a readable name
  bool written = false; ///< whether the object contains its code
  std::string twin;     ///< the identical function that replaces it, or ""
  std::vector<Sighting> sightings;
  std::string compiler_remark; ///< for example "completely unrolled"; "": the compiler reports nothing
};

struct Fate {
  std::string function; ///< the first function in which the loop was found, as a readable name
  std::vector<Instance> instances;
  std::vector<Sighting> elsewhere; ///< in functions that cannot be assigned to an instance (outlined by OpenMP)
  bool is_of_template = true; ///< why there may be no instances. true: the template was not instantiated; false: the
                              ///< front end generated no code for the loop
  /// It is about the loops of an annotated statement, which is no loop itself.
  bool is_statement = false;
  bool loops_have_pragmas = false; ///< its loops have pragmas of their own, which are nearer to them
  bool is_plain = false;           ///< the statement calls nothing, so it cannot have become a loop
};

/// The reason for a statement of which loops_have_pragmas is set.
[[nodiscard]] std::string loops_have_pragmas();

/// Why the loop exists in no instance, as a phrase for the report.
[[nodiscard]] std::string reason(const Fate &fate);

/// For a loop that exists in some instances only: what happened to the others. "" if none is missing.
[[nodiscard]] std::string missing_instances(const Fate &fate);

} // namespace osaca::vanish
