#include "measure/isa/isa_description.h"

#include "base/text.h"

#include <algorithm>
#include <array>

namespace osaca::measure {
namespace {

constexpr std::uint64_t float_word = 0x3f9a3d713f9a3d71;        // 1.205 twice
constexpr std::uint64_t other_float_word = 0x3f8ccccd3f8ccccd;  // 1.1 twice
constexpr std::uint64_t double_word = 0x3ff347ae147ae148;       // 1.205
constexpr std::uint64_t other_double_word = 0x3ff199999999999a; // 1.1
constexpr std::uint64_t large_float_word = 0x6e7d0f1d6e7d0f1d;  // 1.96e28 twice
constexpr std::uint64_t large_double_word = 0x5fb7d0f1d2c3b4a5; // about 1e154
constexpr std::uint64_t ones_word = ~std::uint64_t{0};
constexpr std::uint64_t integer_word = 0x3ff000003ff00000; // valid as a value of any type

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool divides(std::string_view mnemonic) {
  return contains(mnemonic, "div") || contains(mnemonic, "sqrt") || contains(mnemonic, "rem");
}

/// Gathers and masked moves, whose masks are the signs of vector elements.
bool is_masked_by_signs(std::string_view mnemonic) {
  return contains(mnemonic, "gather") || contains(mnemonic, "maskmov");
}

bool is_vector_name(Isa isa, std::string_view mnemonic) {
  if (isa == Isa::x86_64)
    return mnemonic.ends_with("ps") || mnemonic.ends_with("ss") || mnemonic.ends_with("pd") || mnemonic.ends_with("sd");
  return mnemonic.starts_with("f") || mnemonic.starts_with("vf");
}

bool is_single(Isa isa, std::string_view mnemonic) {
  if (isa == Isa::x86_64)
    return mnemonic.ends_with("ps") || mnemonic.ends_with("ss") || contains(mnemonic, "ps2") ||
           contains(mnemonic, "ss2");
  return mnemonic.ends_with(".s");
}

ValueSet usual(Isa isa, std::string_view mnemonic) {
  ValueSet values;
  const bool single = is_single(isa, mnemonic);
  const bool real = is_vector_name(isa, mnemonic);
  if (isa == Isa::x86_64 && is_masked_by_signs(mnemonic)) {
    values.vector_word = values.other_vector_word = ones_word;
    values.memory_word = integer_word;
    return values;
  }
  values.vector_word = single ? float_word : double_word;
  values.other_vector_word = single ? other_float_word : other_double_word;
  values.memory_word = real ? values.vector_word : integer_word;
  return values;
}

std::vector<ValueSet> dividing_vectors(const ValueSet &first, bool single) {
  ValueSet apart = first;
  apart.name = "far apart";
  apart.other_vector_word = single ? large_float_word : large_double_word;
  return {first, apart};
}

/// The dividend is `constant`; the divisor is a register that begins near `other_constant`, or memory.
std::vector<ValueSet> dividing_integers(std::string_view opcode) {
  const bool byte = contains(opcode, "8r") || contains(opcode, "8m");
  ValueSet small{"small quotient", 0x9c47, 0x1b35, double_word, other_double_word, 0x1b35};
  if (byte)
    small.constant = 0x947;
  ValueSet large = small;
  large.name = "large quotient";
  large.constant = contains(opcode, "64") ? 0x6123456789abcdef : contains(opcode, "32") ? 0x61234567 : 0x6123;
  large.other_constant = large.memory_word = 0x0b;
  return byte ? std::vector<ValueSet>{small} : std::vector<ValueSet>{small, large};
}

} // namespace

std::string_view name_of(Domain domain) {
  switch (domain) {
  case Domain::general: return "general";
  case Domain::vector: return "vector";
  case Domain::mask: return "mask";
  case Domain::carry: return "carry";
  case Domain::flags: return "flags";
  case Domain::second_vector: return "second_vector";
  }
  return "general";
}

std::optional<Domain> domain_of(Isa isa, const Register &reg) {
  switch (reg.kind) {
  case RegisterKind::gpr:
  case RegisterKind::stack_pointer: return Domain::general;
  case RegisterKind::vector: {
    const bool second =
        (isa == Isa::x86_64 && reg.name.starts_with("mm")) || (isa == Isa::riscv64 && reg.name.starts_with("v"));
    return second ? Domain::second_vector : Domain::vector;
  }
  case RegisterKind::mask: return Domain::mask;
  case RegisterKind::flag: return reg.name == "cf" ? Domain::carry : Domain::flags;
  case RegisterKind::program_counter:
  case RegisterKind::register_stack:
  case RegisterKind::other: break;
  }
  return std::nullopt;
}

IsaDescription describe(Isa isa, VectorEncoding encoding) {
  switch (isa) {
  case Isa::x86_64: return describe_x86(encoding);
  case Isa::aarch64: return describe_aarch64();
  case Isa::riscv64: break;
  }
  return describe_riscv();
}

VectorFile vector_file(const IsaDescription &isa, int width_bits) {
  for (const VectorFile &file : isa.vector_files)
    if (file.width_bits >= width_bits)
      return file;
  return isa.vector_files.empty() ? VectorFile{} : isa.vector_files.back();
}

std::string with_vector_file(std::string text, const VectorFile &file) {
  for (std::size_t at = text.find("{v}"); at != std::string::npos; at = text.find("{v}", at))
    text.replace(at, 3, file.text);
  return text;
}

std::string beginning(const IsaDescription &isa, VectorEncoding encoding, const ValueSet &values) {
  switch (isa.isa) {
  case Isa::x86_64: return x86_beginning(isa, encoding, values);
  case Isa::aarch64: return aarch64_beginning(isa, values);
  case Isa::riscv64: break;
  }
  return riscv_beginning(isa, values);
}

std::string hexadecimal(std::uint64_t value) { return "0x" + osaca::hexadecimal(value); }

std::vector<ValueSet> value_sets(Isa isa, std::string_view opcode, std::string_view mnemonic) {
  if (isa == Isa::x86_64 && (mnemonic == "div" || mnemonic == "idiv"))
    return dividing_integers(opcode);
  const ValueSet first = usual(isa, mnemonic);
  if (!divides(mnemonic))
    return {first};
  return dividing_vectors(first, is_single(isa, mnemonic));
}

FixedValue value_wanted(Isa isa, std::string_view mnemonic, const Register &reg, bool implicit) {
  if (!divides(mnemonic) || reg.kind != RegisterKind::gpr)
    return FixedValue::constant;
  if (isa == Isa::x86_64)
    return !implicit                 ? FixedValue::other_constant
           : contains(reg.name, "d") ? FixedValue::zero // the upper half of the dividend
                                     : FixedValue::constant;
  return FixedValue::constant;
}

bool drifts_to_special_values(Isa isa, std::string_view mnemonic) {
  constexpr std::array<std::string_view, 13> drifting = {"div",    "sqrt", "rem", "rcp", "hadd",   "hsub", "dpp",
                                                         "scalef", "cvt",  "bsf", "bsr", "getexp", "tzcnt"};
  (void)isa;
  return std::ranges::any_of(drifting, [&](std::string_view part) { return contains(mnemonic, part); });
}

} // namespace osaca::measure
