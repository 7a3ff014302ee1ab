// Machine code of a mix: copies of several forms, interleaved, of which none waits for another.
//
// Cores give uops to pipes by their place among those that are taken up together. Where copies follow each other in the
// same way all the time, they may all end up at the same pipe; so there are two orders, and the faster one shows what
// the pipes allow.
//
// Sources are registers that nothing writes. Results go to registers that belong to their form alone; forms that update
// their result's register get as many as there are, since their copies can only be apart by that. Loads read the first
// lines of the memory, stores write other lines, each copy another place: cores read fewer words per cycle if they are
// the same ones, and write more if they follow each other.
#pragma once

#include "measure/ports/mix.h"
#include "measure/ports/prepared_form.h"
#include "measure/ports/result_registers.h"

#include <cstdint>

namespace osaca::measure {

enum class CopyOrder : std::uint8_t {
  even,    ///< each form's copies as far apart as they can be
  shuffled ///< the same, but neighbours change places at random
};

struct MixCodeOptions {
  RegisterSupply supply = RegisterSupply::shared;
  CopyOrder order = CopyOrder::even;
  int copies = 36; ///< in the body, about: enough for every register and place to have its turn
};

struct MixCode {
  Benchmark benchmark;
  int rounds = 1;          ///< of the mix in the benchmark's body
  double chain_cycles = 0; ///< of a round at least, because there are too few registers
};

[[nodiscard]] Expected<MixCode> mix_code(FormPreparer &preparer, const std::vector<PreparedForm> &forms, const Mix &mix,
                                         const MixCodeOptions &options = {});

} // namespace osaca::measure
