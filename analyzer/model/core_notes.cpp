#include "model/core_notes.h"

#include <algorithm>

namespace osaca {

void note_program_order(MachineModel::Data &data) {
  std::erase_if(data.notes, [](const ArchNote &note) { return note.kind == ArchNote::Kind::in_order; });
  if (data.core.in_order.value)
    data.notes.push_back({ArchNote::Kind::in_order, "executes in program order (" + data.core.in_order.provenance.text +
                                                        "): an instruction that waits holds up all that follow, which "
                                                        "is not modelled, so predictions are lower bounds"});
}

} // namespace osaca
