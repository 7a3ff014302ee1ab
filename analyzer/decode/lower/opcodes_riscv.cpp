// RISC-V: registers tell floating point from vectors.
#include "decode/lower/opcode_class.h"

namespace osaca {

OpcodeClass riscv_class(const OpcodeDescription &described) {
  OpcodeClass made;
  // Not ADDIW: it extends the sign of 32 bits.
  if (described.opcode == "ADDI")
    made.update = {UpdateForm::Kind::add, 1};
  made.is_nop = described.opcode == "C_NOP" || described.opcode == "C_NOP_HINT";
  made.is_prefetch =
      described.opcode == "PREFETCH_I" || described.opcode == "PREFETCH_R" || described.opcode == "PREFETCH_W";
  made.is_vector_packed = described.has_vector_register && described.has_several_elements;
  made.is_scalar_fp = described.has_vector_register && !described.has_several_elements;
  return made;
}

} // namespace osaca
