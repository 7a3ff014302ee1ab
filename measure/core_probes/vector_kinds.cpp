#include "measure/core_probes/vector_kinds.h"

#include "base/glob.h"
#include "measure/harness/benchmark.h"

#include <algorithm>

namespace osaca::measure::core_probes {
namespace {

const std::vector<VectorKind> &table() {
  static const std::vector<VectorKind> kinds = {
      {"sums", "vaddps {b}, {a}, {d}", false, true, {"addp?", "adds?", "subp?", "subs?", "addsubp?"}},
      {"products", "vmulps {b}, {a}, {d}", false, true, {"mulp?", "muls?"}},
      {"fused",
       "vfmadd231ps {b}, {a}, {d}",
       true,
       true,
       {"fmadd*", "fmsub*", "fnmadd*", "fnmsub*", "fmaddsub*", "fmsubadd*"}},
      {"extremes", "vmaxps {b}, {a}, {d}", false, true, {"maxp?", "maxs?", "minp?", "mins?"}},
      {"comparisons", "vcmpltps {b}, {a}, {d}", false, false, {"cmp*p?", "cmp*ss", "cmp*sd"}},
      {"quotients", "vdivps {b}, {a}, {d}", false, true, {"divp?", "divs?", "sqrtp?", "sqrts?"}},
      {"conversions", "vcvtdq2ps {a}, {d}", false, true, {"cvtdq2ps", "cvtps2dq", "cvttps2dq"}},
      {"integer_sums", "vpaddd {b}, {a}, {d}", false, true, {"padd?", "psub?"}},
      {"integer_logic", "vpand {b}, {a}, {d}", false, false, {"pand*", "por*", "pxor*", "pternlog?"}},
      {"saturated_sums", "vpaddsw {b}, {a}, {d}", false, true, {"padds?", "paddus?", "psubs?", "psubus?", "pavg?"}},
      {"integer_comparisons", "vpcmpeqd {b}, {a}, {d}", false, false, {"pcmpeq?", "pcmpgtb", "pcmpgtw", "pcmpgtd"}},
      {"integer_extremes",
       "vpmaxsd {b}, {a}, {d}",
       false,
       true,
       {"pmaxs?", "pmaxu?", "pmins?", "pminu?", "pabs?", "psign?"}},
      {"shifts", "vpslld $1, {a}, {d}", false, true, {"psll?", "psrl?", "psra?", "prol?", "pror?"}, true},
      {"variable_shifts", "vpsllvd {b}, {a}, {d}", false, true, {"psllv?", "psrlv?", "psrav?", "prolv?", "prorv?"}},
      {"integer_products", "vpmullw {b}, {a}, {d}", false, true, {"pmull?", "pmulh*", "pmuludq", "pmuldq", "pmadd*"}},
      {"logic", "vandps {b}, {a}, {d}", false, true, {"andp?", "andnp?", "orp?", "xorp?"}},
      {"blends", "vblendps $3, {b}, {a}, {d}", false, false, {"blendp?", "pblendd", "movss", "movsd"}},
      {"shuffles",
       "vunpcklps {b}, {a}, {d}",
       false,
       true,
       {"unpck*", "shufp?", "permilp?", "insertps", "movs?dup", "movddup", "movhlps", "movlhps"}},
      {"integer_shuffles",
       "vpunpckldq {b}, {a}, {d}",
       false,
       true,
       {"punpck*", "pshuf*", "palignr", "pblendw", "packss*", "packus*", "pslldq", "psrldq"}}};
  return kinds;
}

std::string vector_register(int number) { return "%xmm" + std::to_string(number); }

bool has_constant_operand(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    return std::holds_alternative<ImmediateOperand>(operand.value);
  });
}

} // namespace

std::span<const VectorKind> vector_kinds() { return table(); }

const VectorKind *vector_kind_of(const Instruction &instruction) {
  std::string_view mnemonic = instruction.mnemonic;
  if (mnemonic.starts_with('v'))
    mnemonic.remove_prefix(1);
  for (const VectorKind &kind : table())
    if ((!kind.has_constant || has_constant_operand(instruction)) &&
        std::ranges::any_of(kind.mnemonics, [&](std::string_view pattern) { return glob_matches(pattern, mnemonic); }))
      return &kind;
  return nullptr;
}

std::string code_of(const VectorKind &kind, int first, int second, int result) {
  std::string text(kind.code);
  text = replaced(std::move(text), "{a}", vector_register(first));
  text = replaced(std::move(text), "{b}", vector_register(second));
  return replaced(std::move(text), "{d}", vector_register(result));
}

std::string fresh_code(const VectorKind &kind, int result) {
  const std::string reg = vector_register(result);
  return (kind.adds_to_result ? "vxorps " + reg + ", " + reg + ", " + reg + "\n" : "") + code_of(kind, 1, 2, result);
}

} // namespace osaca::measure::core_probes
