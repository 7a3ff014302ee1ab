// x86-64. Fixed registers: r12 holds zero, r13 the constant, r14 and r15 the address, r11 the other constant; vector
// register 14 zero, 15 the constant; k6 zero, k7 ones. rsp keeps its stack.
#include "base/format.h"
#include "measure/isa/isa_description.h"

namespace osaca::measure {
namespace {

constexpr int free_vectors = 14;

bool is_legacy(VectorEncoding encoding) {
  return encoding == VectorEncoding::legacy || encoding == VectorEncoding::mmx;
}

void add_registers(IsaDescription &isa, VectorEncoding encoding) {
  for (const char *name : {"r8", "r9", "r10", "rbx", "rsi", "rdi", "rbp", "rax", "rdx", "rcx"}) {
    std::string upper(name);
    for (char &c : upper)
      c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    const std::string rest(name + 1); // "8", "bx", "si"
    const bool numbered = rest == "8" || rest == "9" || rest == "10";
    const bool letter = rest.back() == 'x';
    isa.pool.push_back(
        {Domain::general, upper, name,
         numbered ? std::vector<std::string>{name + std::string("d"), name + std::string("w"), name + std::string("b")}
                  : std::vector<std::string>{"e" + rest, rest, letter ? rest.substr(0, 1) + "l" : rest + "l"}});
  }
  // xmm0 is last, since some instructions use it implicitly.
  for (int i = free_vectors - 1; i >= 0; --i)
    isa.pool.push_back({Domain::vector, format_text("ZMM{}", i), std::to_string(i)});
  if (encoding == VectorEncoding::avx512)
    for (int i = 1; i <= 5; ++i)
      isa.pool.push_back({Domain::mask, format_text("K{}", i), std::to_string(i)});
  for (int i = 0; encoding == VectorEncoding::mmx && i < 7; ++i)
    isa.pool.push_back({Domain::second_vector, format_text("MM{}", i), std::to_string(i)});
}

void add_general_helpers(IsaDescription &isa) {
  isa.helpers = {
      {"cmp", Domain::general, Domain::carry, "cmp %r11, %{s}", 1.0},
      {"cmovb", Domain::carry, Domain::general, "cmovb %r13, %{d}"},
      {"cmp+flags", Domain::general, Domain::flags, "cmp %r11, %{s}", 1.0},
      {"cmove", Domain::flags, Domain::general, "cmove %r13, %{d}"},
      {"cmovo", Domain::flags, Domain::general, "cmovo %r13, %{d}"},
      {"movq.mmx", Domain::general, Domain::second_vector, "movq %{s}, %mm{d}"},
      {"movq.from_mmx", Domain::second_vector, Domain::general, "movq %mm{s}, %{d}"},
  };
  isa.restore_general = "lea 1(%{s}), %{d}\nand %r12, %{d}\nor %r13, %{d}";
  isa.restore_address = "lea 1(%{s}), %{d}\nand %r12, %{d}\nor %r15, %{d}";
  isa.restore_index = "lea 1(%{s}), %{d}\nand %r12, %{d}\nor $0x40, %{d}";
  isa.breakers = {{Domain::general, "mov %r13, %{d}"},
                  {Domain::carry, "cmp %r11, %r13"},
                  {Domain::flags, "cmp %r11, %r13"},
                  {Domain::second_vector, "movq %mm7, %mm{d}"}};
  isa.fence = "lfence";
  isa.break_memory = "mov %r13, " + hexadecimal(memory_address);
  isa.set_address = "mov %r15, %{d}";
  isa.set_index = "mov $0x40, %{d}";
  isa.memory_helpers = {{Domain::general, 8, "mov (%r15), %{d}", "mov %{s}, (%r15)"},
                        {Domain::general, 4, "mov (%r15), %{d4}", "mov %{s4}, (%r15)"},
                        {Domain::general, 2, "movzwl (%r15), %{d4}", "mov %{s2}, (%r15)"},
                        {Domain::general, 1, "movzbl (%r15), %{d4}", "mov %{s1}, (%r15)"},
                        {Domain::second_vector, 8, "movq (%r15), %mm{d}", "movq %mm{s}, (%r15)"}};
}

void add_legacy_vectors(IsaDescription &isa) {
  isa.helpers.push_back({"movq", Domain::general, Domain::vector, "movq %{s}, %xmm{d}"});
  isa.helpers.push_back({"movq.back", Domain::vector, Domain::general, "movq %xmm{s}, %{d}"});
  isa.helpers.push_back({"pextrw", Domain::vector, Domain::general, "pextrw $0, %xmm{s}, %{d}"});
  // A copy that no core does at rename. Plain moves are done there only sometimes, and take longer from a register to
  // itself.
  isa.restore_vector = "movshdup %xmm{s}, %xmm{d}\nandps %xmm14, %xmm{d}\norps %xmm15, %xmm{d}";
  isa.other_vector_restorers = {
      {"restore_vector_shuffle", "pshufd $0, %xmm{s}, %xmm{d}\npalignr $0, %xmm15, %xmm{d}"},
      {"restore_vector_integer", "pshufd $0, %xmm{s}, %xmm{d}\npand %xmm14, %xmm{d}\npor %xmm15, %xmm{d}"}};
  isa.breakers.emplace_back(Domain::vector, "movaps %xmm15, %xmm{d}");
  isa.memory_helpers.push_back({Domain::vector, 4, "movss (%r15), %xmm{d}", "movss %xmm{s}, (%r15)"});
  isa.memory_helpers.push_back({Domain::vector, 8, "movsd (%r15), %xmm{d}", "movsd %xmm{s}, (%r15)"});
  isa.memory_helpers.push_back({Domain::vector, 16, "movups (%r15), %xmm{d}", "movups %xmm{s}, (%r15)"});
}

void add_avx(IsaDescription &isa, bool wide) {
  isa.helpers.push_back({"vmovq", Domain::general, Domain::vector, "vmovq %{s}, %xmm{d}"});
  isa.helpers.push_back({"vpinsrq", Domain::general, Domain::vector, "vpinsrq $0, %{s}, %xmm14, %xmm{d}"});
  isa.helpers.push_back({"vmovq.back", Domain::vector, Domain::general, "vmovq %xmm{s}, %{d}"});
  isa.helpers.push_back({"vpextrq", Domain::vector, Domain::general, "vpextrq $0, %xmm{s}, %{d}"});
  isa.vector_files = wide ? std::vector<VectorFile>{{128, "xmm"}, {256, "ymm"}, {512, "zmm"}}
                          : std::vector<VectorFile>{{128, "xmm"}, {256, "ymm"}};
  isa.restore_vector = "vandps %{v}14, %{v}{s}, %{v}{d}\nvorps %{v}15, %{v}{d}, %{v}{d}";
  isa.other_vector_restorers = {
      {"restore_vector_shuffle", "vpalignr $0, %{v}15, %{v}{s}, %{v}{d}"}, // all bytes come from the constant
      {"restore_vector_integer", wide ? "vpandq %{v}14, %{v}{s}, %{v}{d}\nvporq %{v}15, %{v}{d}, %{v}{d}"
                                      : "vpand %{v}14, %{v}{s}, %{v}{d}\nvpor %{v}15, %{v}{d}, %{v}{d}"}};
  isa.restore_vector_index = "vandps %{v}14, %{v}{s}, %{v}{d}";
  isa.set_vector_index = "vmovaps %{v}14, %{v}{d}";
  isa.breakers.emplace_back(Domain::vector, "vmovaps %{v}15, %{v}{d}");
  isa.memory_helpers.push_back({Domain::vector, 4, "vmovss (%r15), %xmm{d}", "vmovss %xmm{s}, (%r15)"});
  isa.memory_helpers.push_back({Domain::vector, 8, "vmovsd (%r15), %xmm{d}", "vmovsd %xmm{s}, (%r15)"});
  isa.memory_helpers.push_back({Domain::vector, 16, "vmovups (%r15), %xmm{d}", "vmovups %xmm{s}, (%r15)"});
  isa.memory_helpers.push_back({Domain::vector, 32, "vmovups (%r15), %ymm{d}", "vmovups %ymm{s}, (%r15)"});
  if (!wide)
    return;
  isa.memory_helpers.push_back({Domain::vector, 64, "vmovups (%r15), %zmm{d}", "vmovups %zmm{s}, (%r15)"});
  isa.helpers.push_back({"kmovq", Domain::general, Domain::mask, "kmovq %{s}, %k{d}"});
  isa.helpers.push_back({"kmovd", Domain::general, Domain::mask, "kmovd %{s4}, %k{d}"});
  isa.helpers.push_back({"kmovq.back", Domain::mask, Domain::general, "kmovq %k{s}, %{d}"});
  isa.restore_mask = "kandq %k6, %k{s}, %k{d}\nkorq %k7, %k{d}, %k{d}";
  isa.breakers.emplace_back(Domain::mask, "kmovq %k7, %k{d}");
}

std::string fill_vectors(VectorEncoding encoding, const ValueSet &values) {
  std::string text = format_text("movabs ${}, %rax\nmovabs ${}, %rcx\n", hexadecimal(values.vector_word),
                                 hexadecimal(values.other_vector_word));
  for (int i = 0; i < 16; ++i) {
    const std::string number = std::to_string(i);
    if (i == 14) {
      text += is_legacy(encoding) ? "pxor %xmm14, %xmm14\n" : "vpxor %xmm14, %xmm14, %xmm14\n";
      continue;
    }
    const std::string source = i == 15 ? "%rcx" : "%rax";
    switch (encoding) {
    case VectorEncoding::legacy:
    case VectorEncoding::mmx:
      text += format_text("movq {0}, %xmm{1}\npunpcklqdq %xmm{1}, %xmm{1}\n", source, number);
      break;
    case VectorEncoding::avx:
      text += format_text("vmovq {0}, %xmm{1}\nvpbroadcastq %xmm{1}, %ymm{1}\n", source, number);
      break;
    case VectorEncoding::avx512: text += format_text("vpbroadcastq {}, %zmm{}\n", source, number); break;
    }
  }
  if (encoding == VectorEncoding::mmx)
    for (int i = 0; i < 8; ++i)
      text += format_text("movq %rax, %mm{}\n", i);
  if (encoding == VectorEncoding::avx512) {
    for (int i = 1; i <= 7; ++i)
      text += format_text("kxnorq %k0, %k0, %k{}\n", i);
    text += "kxorq %k6, %k6, %k6\n";
  }
  return text;
}

} // namespace

IsaDescription describe_x86(VectorEncoding encoding) {
  IsaDescription isa;
  isa.isa = Isa::x86_64;
  isa.address_register = "R14";
  isa.second_address_register = "R15";
  isa.address_text = "%r14";
  isa.second_address_text = "%r15";
  isa.zero_text = "%r12";
  isa.constant_text = "%r13";
  isa.other_constant_text = "%r11";
  add_registers(isa, encoding);
  add_general_helpers(isa);
  if (is_legacy(encoding))
    add_legacy_vectors(isa);
  else
    add_avx(isa, encoding == VectorEncoding::avx512);
  return isa;
}

std::string x86_beginning(const IsaDescription &isa, VectorEncoding encoding, const ValueSet &values) {
  std::string text = fill_vectors(encoding, values);
  std::uint64_t step = 0;
  for (const RegisterFamily &family : isa.pool)
    if (family.domain == Domain::general)
      text += format_text("mov ${}, %{}\n", hexadecimal(values.other_constant + 16 * step++), family.text);
  text += format_text("xor %r12d, %r12d\nmov ${}, %r13\nmov ${}, %r11\nmov ${}, %r14\nmov ${}, %r15\ncmp %r11, %r13\n",
                      hexadecimal(values.constant), hexadecimal(values.other_constant), hexadecimal(memory_address),
                      hexadecimal(memory_address));
  return text;
}

} // namespace osaca::measure
