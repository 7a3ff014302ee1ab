#include "measure/core_probes/vector_kinds.h"

#include "base/format.h"
#include "base/name_matching.h"
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

std::string vector_register(int number) { return format_text("%xmm{}", number); }

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
  return (kind.adds_to_result ? format_text("vxorps {0}, {0}, {0}\n", reg) : "") + code_of(kind, 1, 2, result);
}

namespace {

constexpr int late_register = 4;  // written by the first operation
constexpr int other_register = 5; // written by no operation
constexpr double at_once_cycles = 0.1;

std::string chain_of(const VectorKind &kind) { return code_of(kind, 0, 2, 0); }

} // namespace

std::string chain_with_readers(const VectorKind &from, const VectorKind &to, bool is_read) {
  std::string text = fresh_code(from, late_register);
  for (int i = 0; i < readers_in_chain; ++i)
    text += "\n" + code_of(to, is_read ? late_register : other_register, 0, 0);
  return text;
}

std::optional<double> DelayMatrix::own_chain(Evidence &evidence, const VectorKind &kind) {
  if (const auto known = own_.find(kind.name); known != own_.end())
    return known->second;
  const auto cycles = evidence.fastest(straight(chain_of(kind))); // all other times are compared with this one
  own_.emplace(kind.name, cycles);
  return cycles;
}

std::optional<double> DelayMatrix::read_late(Evidence &evidence, const VectorKind &from, const VectorKind &to) {
  const auto alone = own_chain(evidence, to);
  if (!alone || !own_chain(evidence, from)) // the processor does not have one of them
    return std::nullopt;
  const auto reading = evidence.time(straight(chain_with_readers(from, to, true)));
  if (!reading)
    return std::nullopt;
  if (*reading < readers_in_chain * (*alone + at_once_cycles))
    return 0;
  const auto without = evidence.time(straight(chain_with_readers(from, to, false)));
  return without ? std::optional((*reading - *without) / readers_in_chain) : std::nullopt;
}

bool DelayMatrix::is_at_once(Evidence &evidence, const VectorKind &from, const VectorKind &to) {
  const auto cycles = delay(evidence, from, to);
  return cycles && *cycles < at_once_cycles;
}

/// A chain of two kinds must return to the first. If the way back is late too, it goes through a third kind that passes
/// values without delay.
const VectorKind *DelayMatrix::way_back(Evidence &evidence, const VectorKind &from, const VectorKind &to) {
  if (!from.reads_one_value() && is_at_once(evidence, to, from))
    return &from;
  for (const VectorKind &between : vector_kinds())
    if (!between.reads_one_value() && &between != &from && &between != &to && is_at_once(evidence, to, between) &&
        is_at_once(evidence, between, from))
      return &between;
  return nullptr;
}

std::optional<double> DelayMatrix::on_the_way(Evidence &evidence, const VectorKind &from, const VectorKind &to) {
  const VectorKind *back = way_back(evidence, from, to);
  if (back == nullptr)
    return std::nullopt;
  std::string text = format_text("{}\n{}", chain_of(from), chain_of(to));
  std::optional<double> alone = 0;
  if (back != &from) {
    text += "\n" + chain_of(*back);
    alone = own_chain(evidence, *back);
  }
  const auto first = own_chain(evidence, from);
  const auto second = own_chain(evidence, to);
  const auto all = evidence.time(straight(text));
  return first && second && alone && all ? std::optional(*all - *first - *second - *alone) : std::nullopt;
}

std::optional<double> DelayMatrix::delay(Evidence &evidence, const VectorKind &from, const VectorKind &to) {
  const Pair pair(from.name, to.name);
  if (const auto known = delays_.find(pair); known != delays_.end())
    return known->second;
  delays_[pair] = std::nullopt; // a way back that leads here again is not usable
  const auto cycles = to.reads_one_value() ? on_the_way(evidence, from, to) : read_late(evidence, from, to);
  delays_[pair] = cycles;
  return cycles;
}

} // namespace osaca::measure::core_probes
