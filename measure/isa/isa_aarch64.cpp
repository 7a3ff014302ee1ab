// AArch64. Fixed registers: x19 and x20 hold the address, x21 zero, x22 the constant, x23 the other one; v30 zero, v31
// the constant.
#include "base/format.h"
#include "measure/isa/isa_description.h"

namespace osaca::measure {
namespace {

constexpr int general_count = 16;
constexpr int aarch64_vector_count = 24;

} // namespace

IsaDescription describe_aarch64() {
  IsaDescription isa;
  isa.isa = Isa::aarch64;
  isa.address_register = "X19";
  isa.second_address_register = "X20";
  isa.address_text = "x19";
  isa.second_address_text = "x20";
  isa.zero_text = "x21";
  isa.constant_text = "x22";
  isa.other_constant_text = "x23";
  for (int i = 0; i < general_count; ++i)
    isa.pool.push_back({Domain::general, format_text("X{}", i), std::to_string(i)});
  for (int i = 0; i < aarch64_vector_count; ++i)
    isa.pool.push_back({Domain::vector, format_text("Z{}", i), std::to_string(i)});
  isa.helpers = {{"cmp", Domain::general, Domain::flags, "cmp x{s}, x23", 1.0},
                 {"csel", Domain::flags, Domain::general, "csel x{d}, x22, x{d}, eq"},
                 {"csel.vs", Domain::flags, Domain::general, "csel x{d}, x22, x{d}, vs"},
                 {"fmov", Domain::general, Domain::vector, "fmov d{d}, x{s}"},
                 {"fmov.back", Domain::vector, Domain::general, "fmov x{d}, d{s}"}};
  isa.restore_general = "add x{d}, x{s}, #1\nand x{d}, x{d}, x21\norr x{d}, x{d}, x22";
  isa.restore_address = "add x{d}, x{s}, #1\nand x{d}, x{d}, x21\norr x{d}, x{d}, x20";
  isa.restore_index = "add x{d}, x{s}, #1\nand x{d}, x{d}, x21\norr x{d}, x{d}, #0x40";
  isa.restore_vector = "and v{d}.16b, v{s}.16b, v30.16b\norr v{d}.16b, v{d}.16b, v31.16b";
  isa.breakers = {
      {Domain::general, "mov x{d}, x22"}, {Domain::flags, "cmp x23, x22"}, {Domain::vector, "mov v{d}.16b, v31.16b"}};
  isa.fence = "isb";
  isa.break_memory = "str x22, [x20]";
  isa.set_address = "mov x{d}, x20";
  isa.set_index = "mov x{d}, #0x40";
  isa.index_is_optional = false;
  isa.memory_helpers = {{Domain::general, 8, "ldr x{d}, [x20]", "str x{s}, [x20]"},
                        {Domain::general, 4, "ldr w{d}, [x20]", "str w{s}, [x20]"},
                        {Domain::general, 2, "ldrh w{d}, [x20]", "strh w{s}, [x20]"},
                        {Domain::general, 1, "ldrb w{d}, [x20]", "strb w{s}, [x20]"},
                        {Domain::vector, 16, "ldr q{d}, [x20]", "str q{s}, [x20]"},
                        {Domain::vector, 8, "ldr d{d}, [x20]", "str d{s}, [x20]"},
                        {Domain::vector, 4, "ldr s{d}, [x20]", "str s{s}, [x20]"}};
  return isa;
}

std::string aarch64_beginning(const IsaDescription &isa, const ValueSet &values) {
  const auto load = [](const std::string &reg, std::uint64_t value) {
    std::string text;
    for (int part = 0; part < 4; ++part)
      text += format_text("{}{}, #{}, lsl #{}\n", part == 0 ? "movz " : "movk ", reg,
                          hexadecimal(value >> (16 * part) & 0xffff), 16 * part);
    return text;
  };
  std::string text = load("x0", values.vector_word) + load("x1", values.other_vector_word);
  for (const RegisterFamily &family : isa.pool)
    if (family.domain == Domain::vector)
      text += format_text("dup v{}.2d, x0\n", family.text);
  text += "dup v31.2d, x1\nmovi v30.2d, #0\n";
  std::uint64_t step = 0;
  for (const RegisterFamily &family : isa.pool)
    if (family.domain == Domain::general)
      text += format_text("mov x{}, #{}\n", family.text, hexadecimal(values.other_constant + 16 * step++));
  text += format_text("mov x21, #0\nmov x22, #{}\nmov x23, #{}\n{}mov x20, x19\ncmp x23, x22\n",
                      hexadecimal(values.constant), hexadecimal(values.other_constant), load("x19", memory_address));
  return text;
}

} // namespace osaca::measure
