// The benchmarks as assembly, for machines on which nothing is timed here.
#pragma once

#include "base/expected.h"
#include "decode/code/instruction_forms.h"

#include <string>
#include <vector>

namespace osaca::measure {

struct EmittedCount {
  int forms = 0;
  int files = 0;
  int not_generated = 0;
};

/// Into `folder`, made if need be: per form one program OPCODE.s that runs every benchmark of the form a few times and
/// ends.
[[nodiscard]] Expected<EmittedCount> emit_benchmarks(Isa isa, const std::vector<InstructionForm> &forms,
                                                     const std::string &folder);

} // namespace osaca::measure
