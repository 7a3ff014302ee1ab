// What kind of work the instructions of a loop do, as counts.
#pragma once

namespace osaca {

struct CodeMix {
  int instructions = 0;
  int calls = 0;
  int branches = 0;   ///< conditional ones beside the one that closes the loop
  int arithmetic = 0; ///< on floating point, and packed integers
  int loads = 0;
  int strided_accesses = 0; ///< loads and stores that move on by the same distance with each iteration
  int narrow_accesses = 0;  ///< of one or two bytes
};

} // namespace osaca
