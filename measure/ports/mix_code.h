// Machine code of a mix: copies of several forms, evenly interleaved, of which none waits for another.
//
// Sources are registers that nothing writes. Results go to registers that belong to their form alone; forms that update
// their result's register get as many as there are, since their copies can only be apart by that. Loads read the first
// lines of the memory, stores write other lines, each copy another place: cores read fewer words per cycle if they are
// the same ones, and write more if they follow each other.
#pragma once

#include "measure/ports/mix.h"
#include "measure/ports/prepared_form.h"
#include "measure/ports/result_registers.h"

namespace osaca::measure {

struct MixCode {
  Benchmark benchmark;
  int rounds = 1;          ///< of the mix in the benchmark's body
  double chain_cycles = 0; ///< of a round at least, because there are too few registers
};

[[nodiscard]] Expected<MixCode> mix_code(FormPreparer &preparer, const std::vector<PreparedForm> &forms,
                                         const Mix &mix, RegisterSupply supply = RegisterSupply::shared);

} // namespace osaca::measure
