// RISC-V, 64 bit. Fixed registers: s2 and s3 hold the address, s4 zero, s5 the constant, s6 the other one; f31 the
// constant; v31 the constant, v30 zero.
#include "base/format.h"
#include "measure/isa/isa_description.h"

#include <array>

namespace osaca::measure {
namespace {

constexpr std::array<int, 15> general = {10, 11, 12, 13, 14, 15, 16, 17, 5, 6, 7, 28, 29, 30, 31};
constexpr int float_count = 24;
constexpr int riscv_vector_count = 24;

/// Builds the value in steps of 16 bits, because an assembler expands `li` with any extensions that it knows, which the
/// machine may not have.
std::string load_word(const std::string &reg, std::uint64_t value) {
  std::string text = format_text("li {}, 0\n", reg);
  for (int shift = 48; shift >= 0; shift -= 16)
    text +=
        format_text("slli {0}, {0}, 16\nli x13, {1}\nor {0}, {0}, x13\n", reg, hexadecimal(value >> shift & 0xffff));
  return text;
}

} // namespace

IsaDescription describe_riscv() {
  IsaDescription isa;
  isa.isa = Isa::riscv64;
  isa.address_register = "X18";
  isa.second_address_register = "X19";
  isa.address_text = "s2";
  isa.second_address_text = "s3";
  isa.zero_text = "s4";
  isa.constant_text = "s5";
  isa.other_constant_text = "s6";
  for (int number : general)
    isa.pool.push_back({Domain::general, format_text("X{}", number), std::to_string(number)});
  for (int i = 0; i < float_count; ++i)
    isa.pool.push_back({Domain::vector, format_text("F{}_D", i), std::to_string(i)});
  for (int i = 1; i <= riscv_vector_count; ++i)
    isa.pool.push_back({Domain::second_vector, format_text("V{}", i), std::to_string(i)});
  isa.helpers = {{"fmv.d.x", Domain::general, Domain::vector, "fmv.d.x f{d}, x{s}"},
                 {"fmv.x.d", Domain::vector, Domain::general, "fmv.x.d x{d}, f{s}"},
                 {"vmv.s.x", Domain::general, Domain::second_vector, "vmv.s.x v{d}, x{s}"},
                 {"vmv.x.s", Domain::second_vector, Domain::general, "vmv.x.s x{d}, v{s}"}};
  isa.restore_general = "addi x{d}, x{s}, 1\nand x{d}, x{d}, s4\nor x{d}, x{d}, s5";
  isa.restore_address = "addi x{d}, x{s}, 1\nand x{d}, x{d}, s4\nor x{d}, x{d}, s3";
  isa.restore_index = "addi x{d}, x{s}, 1\nand x{d}, x{d}, s4\nori x{d}, x{d}, 64";
  isa.restore_vector = "fmin.d f{d}, f{s}, f31\nfmax.d f{d}, f{d}, f31";
  isa.breakers = {{Domain::general, "mv x{d}, s5"},
                  {Domain::vector, "fmv.d f{d}, f31"},
                  {Domain::second_vector, "vmv.v.v v{d}, v31"}};
  isa.fence = "fence rw, rw";
  isa.break_memory = "sd s5, 0(s3)";
  isa.set_address = "mv x{d}, s3";
  isa.set_index = "li x{d}, 64";
  isa.index_is_optional = false;
  isa.memory_helpers = {{Domain::general, 8, "ld x{d}, 0(s3)", "sd x{s}, 0(s3)"},
                        {Domain::general, 4, "lw x{d}, 0(s3)", "sw x{s}, 0(s3)"},
                        {Domain::general, 2, "lh x{d}, 0(s3)", "sh x{s}, 0(s3)"},
                        {Domain::general, 1, "lb x{d}, 0(s3)", "sb x{s}, 0(s3)"},
                        {Domain::vector, 8, "fld f{d}, 0(s3)", "fsd f{s}, 0(s3)"},
                        {Domain::vector, 4, "flw f{d}, 0(s3)", "fsw f{s}, 0(s3)"}};
  return isa;
}

std::string riscv_beginning(const IsaDescription &isa, const ValueSet &values) {
  std::string text = format_text("{}{}vsetvli x12, x0, e64, m1, ta, ma\n", load_word("x10", values.vector_word),
                                 load_word("x11", values.other_vector_word));
  for (const RegisterFamily &family : isa.pool) {
    if (family.domain == Domain::vector)
      text += format_text("fmv.d.x f{}, x10\n", family.text);
    if (family.domain == Domain::second_vector)
      text += format_text("vmv.v.x v{}, x10\n", family.text);
  }
  text += "fmv.d.x f31, x11\nvmv.v.x v31, x11\nvmv.v.i v30, 0\n";
  std::uint64_t step = 0;
  for (const RegisterFamily &family : isa.pool)
    if (family.domain == Domain::general)
      text += format_text("li x{}, {}\n", family.text, hexadecimal(values.other_constant + 16 * step++));
  text += format_text("li s4, 0\nli s5, {}\nli s6, {}\nli s2, {}\nmv s3, s2\n", hexadecimal(values.constant),
                      hexadecimal(values.other_constant), hexadecimal(memory_address));
  return text;
}

} // namespace osaca::measure
