// Opcodes that only move a value between memory and a register: facts of the ISAs, not of any core.
#include "base/glob.h"
#include "model/opcode_variants.h"
#include "model/x86_opcode_name.h"

#include <algorithm>
#include <iterator>

namespace osaca {
namespace {

// Without the V of the AVX forms.
constexpr std::string_view x86_stems[] = {
    "MOV8",    "MOV16",     "MOV32",     "MOV64",     "MOVAPD",    "MOVAPS",     "MOVUPD",     "MOVUPS",
    "MOVDQA",  "MOVDQU",    "MOVDQA32",  "MOVDQA64",  "MOVDQU8",   "MOVDQU16",   "MOVDQU32",   "MOVDQU64",
    "MOVNTPD", "MOVNTPS",   "MOVNTDQ",   "MOVNTDQA",  "MOVNTI",    "MOVNTI_64",  "LDDQU",      "MOVSD",
    "MOVSS",   "MOVDI2PDI", "MOVQI2PQI", "MOVPDI2DI", "MOVPQI2QI", "MOV64toPQI", "MOVPQIto64", "MOVW"};

// Mask registers.
constexpr std::string_view x86_patterns[] = {"KMOV?km", "KMOV?mk", "KMOV?km_EVEX", "KMOV?mk_EVEX"};

constexpr std::string_view aarch64_patterns[] = {
    "LDR?ui",   "LDR??ui",  "LDRS??ui", "LDR*ro?", "LDR?pre",  "LDR??pre", "LDRS??pre", "LDR*post", "LDUR*i",
    "LDP?i",    "LDPSWi",   "LDNP?i",   "LDP*pre", "LDP*post", "STR?ui",   "STR??ui",   "STR*ro?",  "STR?pre",
    "STR??pre", "STR*post", "STUR*i",   "STP?i",   "STNP?i",   "STP*pre",  "STP*post"};

constexpr std::string_view riscv_names[] = {"LB",  "LH", "LW", "LD", "LBU", "LHU", "LWU", "FLH", "FLW",
                                            "FLD", "SB", "SH", "SW", "SD",  "FSH", "FSW", "FSD"};

template <std::size_t N> bool is_one_of_globs(const std::string_view (&patterns)[N], std::string_view opcode) {
  return std::any_of(std::begin(patterns), std::end(patterns),
                     [&](std::string_view pattern) { return glob_matches(pattern, opcode); });
}

bool is_plain_x86(std::string_view opcode) {
  if (is_one_of_globs(x86_patterns, opcode))
    return true;
  const X86OpcodeName name = parse_x86_opcode(opcode);
  if (!name.mask.empty() || (name.letters != "rm" && name.letters != "mr" && !name.letters.starts_with("mi")))
    return false;
  const std::string_view stem = name.stem;
  return is_one_of_globs(x86_stems, stem.starts_with('V') ? stem.substr(1) : stem);
}

} // namespace

bool is_plain_access(std::string_view opcode, Isa isa) {
  switch (isa) {
  case Isa::x86_64: return is_plain_x86(opcode);
  case Isa::aarch64: return is_one_of_globs(aarch64_patterns, opcode);
  case Isa::riscv64: return is_one_of_globs(riscv_names, opcode);
  }
  return false;
}

} // namespace osaca
