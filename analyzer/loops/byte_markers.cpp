#include "loops/byte_markers.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace osaca {
namespace {

struct MarkerForm {
  Isa isa;
  std::array<std::string_view, 2> registers;
  std::array<std::string_view, 4> mnemonics;
  std::vector<std::uint8_t> bytes;
};
const std::vector<MarkerForm> &marker_forms() {
  static const std::vector<MarkerForm> forms = {
      {Isa::x86_64, {"ebx", "rbx"}, {"mov", "movl", "movq", "movabsq"}, {100, 103, 144}},
      {Isa::aarch64, {"x1", "w1"}, {"mov", "movz", "mov", "mov"}, {213, 3, 32, 31}},
      {Isa::aarch64, {"x1", "w1"}, {"mov", "movz", "mov", "mov"}, {31, 32, 3, 213}},
      {Isa::riscv64, {"a1", "x11"}, {"li", "addi", "c.li", "addiw"}, {19, 0, 0, 0}},
  };
  return forms;
}
constexpr int begin_number = 111;
constexpr int end_number = 222;

/// 111 or 222 if the instruction moves that number into the marker's register, else 0.
int number_moved(const Instruction &instruction, const MarkerForm &form) {
  const auto one_of = [](const auto &list, std::string_view name) {
    return std::ranges::find(list, name) != list.end();
  };
  if (!one_of(form.mnemonics, instruction.mnemonic))
    return 0;
  bool to_register = false;
  int number = 0;
  for (const Operand &operand : instruction.operands) {
    if (const Register *reg = as_register(operand); reg != nullptr && operand.written && !operand.implicit)
      to_register = one_of(form.registers, reg->name);
    else if (const auto *immediate = std::get_if<ImmediateOperand>(&operand.value))
      number = immediate->value == begin_number || immediate->value == end_number ? static_cast<int>(immediate->value)
                                                                                  : number;
  }
  return to_register ? number : 0;
}

} // namespace

std::optional<ByteMarker> byte_marker(Isa isa, const Instruction &instruction, std::span<const std::uint8_t> bytes) {
  for (const MarkerForm &form : marker_forms()) {
    const int number = form.isa == isa ? number_moved(instruction, form) : 0;
    if (number != 0 && bytes.size() >= form.bytes.size() &&
        std::equal(form.bytes.begin(), form.bytes.end(), bytes.begin()))
      return ByteMarker{number == begin_number, form.bytes.size()};
  }
  return std::nullopt;
}

} // namespace osaca
