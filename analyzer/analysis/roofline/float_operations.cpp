#include "analysis/roofline/float_operations.h"

namespace osaca {

FloatFormat float_format_of(int bits) {
  switch (bits) {
  case 16: return FloatFormat::half;
  case 32: return FloatFormat::single_precision;
  case 64: return FloatFormat::double_precision;
  default: return FloatFormat::extended;
  }
}

FloatOperations float_operations(Isa isa, const Instruction &instruction, int vector_bits) {
  switch (isa) {
  case Isa::x86_64: return x86_float_operations(instruction);
  case Isa::aarch64: return aarch64_float_operations(instruction, vector_bits);
  case Isa::riscv64: return riscv_float_operations(instruction, vector_bits);
  }
  return {};
}

} // namespace osaca
