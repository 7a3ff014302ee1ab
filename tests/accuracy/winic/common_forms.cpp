#include "common_forms.h"

#include "base/name_matching.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace osaca::accuracy {
namespace {

constexpr std::array<std::string_view, 48> uncommon_x86 = {
    // later than AVX-512 F, BW, CD, DQ and VL, or beside them
    "*BF16*", "VGF2P8*", "GF2P8*", "*AESENC*", "*AESDEC*", "*AESIMC*", "*AESKEY*", "SHA*MSG*", "SHA*NEXTE*",
    "SHA*RNDS*", "*PCLMUL*", "VPMADD52*", "VPMULTISHIFT*", "VPERMB*", "VPERM?2B*", "VPCOMPRESSB*", "VPCOMPRESSW*",
    "VPEXPANDB*", "VPEXPANDW*", "VPSHLD*", "VPSHRD*", "VPOPCNT*", "VPSHUFBITQMB*", "VPDPB*", "VPDPW*", "ADCX*", "ADOX*",
    "EXTRQ*", "INSERTQ*", "*FCMULC*",
    // for systems, or for the time and chance
    "RDRAND*", "RDSEED*", "RDTSC*", "RDPID*", "RDPRU*", "RDFSBASE*", "RDGSBASE*", "WRFSBASE*", "WRGSBASE*", "LAR*",
    "LSL*", "VERR*", "VERW*", "CPUID*", "XGETBV*", "SLDT*", "STR*", "*_PREFIX"};

} // namespace

bool is_uncommon(Isa isa, const Instruction &instruction) {
  if (isa != Isa::x86_64)
    return false;
  const bool has_old_registers = std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg && (reg->name.starts_with("mm") || reg->name.starts_with("st"));
  });
  return has_old_registers || std::ranges::any_of(uncommon_x86, [&](std::string_view pattern) {
           return glob_matches(pattern, instruction.opcode);
         });
}

} // namespace osaca::accuracy
