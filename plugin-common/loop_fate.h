// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Says in half a sentence why an annotated loop is not in the machine code, from what is left of it there.
#pragma once

#include <string>
#include <vector>

namespace osaca::vanish {

/// What is left of one source loop in one emitted function, whether or not it still loops.
struct Remains {
  int located_instructions = 0;
  int in_other_loops = 0;           ///< of those: inside a machine loop that belongs to another source loop
  int in_odd_cycles = 0;            ///< of those: where control comes back, but in no loop with a single entry
  std::vector<std::string> callees; ///< of the calls among them
};

struct Sighting {
  std::string function; ///< the emitted function, readable
  bool has_loop = false;
  Remains remains;
};

/// A function of the source (or an instance of a template) that holds the loop.
struct Instance {
  std::string name;     ///< readable
  bool written = false; ///< whether code of it is in the object
  std::string twin;     ///< the identical function whose code stands for it, or ""
  std::vector<Sighting> sightings;
  std::string told_by_compiler; ///< such as "completely unrolled"; "" if it said nothing
};

struct Fate {
  std::string function; ///< where the loop was first seen, readable
  std::vector<Instance> instances;
  std::vector<Sighting> elsewhere; ///< in functions of which the instance is not known (outlined by OpenMP)
  bool is_of_template =
      true; ///< what it means that there are no instances; false: the front end made no code of the loop
};

/// Of a loop that is nowhere.
[[nodiscard]] std::string reason(const Fate &fate);

/// Of a loop that exists in some instances: what became of the others; "" if nothing is missing.
[[nodiscard]] std::string missing_instances(const Fate &fate);

} // namespace osaca::vanish
