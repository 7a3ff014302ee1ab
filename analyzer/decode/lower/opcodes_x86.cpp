#include "decode/lower/opcode_class.h"

#include <algorithm>
#include <array>

namespace osaca {

// x86: properties of opcodes that LLVM's tables do not contain. LLVM uses the same register classes for scalar and
// packed instructions. So the lists contain complete mnemonics of Intel's and AMD's manuals. A mnemonic that begins
// with "v" is treated like the one without it.

namespace {

// Sorted.
constexpr std::array<std::string_view, 161> scalar_floating_point = {
    "4fmaddss",    "4fnmaddss",   "addsd",       "addsh",       "addss",       "cmpsd",       "cmpsh",
    "cmpss",       "comisbf16",   "comisd",      "comish",      "comiss",      "comxsd",      "comxsh",
    "comxss",      "cvtsd2sh",    "cvtsd2si",    "cvtsd2ss",    "cvtsd2usi",   "cvtsh2sd",    "cvtsh2si",
    "cvtsh2ss",    "cvtsh2usi",   "cvtsi2sd",    "cvtsi2sh",    "cvtsi2ss",    "cvtss2sd",    "cvtss2sh",
    "cvtss2si",    "cvtss2usi",   "cvttsd2si",   "cvttsd2sis",  "cvttsd2usi",  "cvttsd2usis", "cvttsh2si",
    "cvttsh2usi",  "cvttss2si",   "cvttss2sis",  "cvttss2usi",  "cvttss2usis", "cvtusi2sd",   "cvtusi2sh",
    "cvtusi2ss",   "divsd",       "divsh",       "divss",       "fcmaddcsh",   "fcmulcsh",    "fixupimmsd",
    "fixupimmss",  "fmadd132sd",  "fmadd132sh",  "fmadd132ss",  "fmadd213sd",  "fmadd213sh",  "fmadd213ss",
    "fmadd231sd",  "fmadd231sh",  "fmadd231ss",  "fmaddcsh",    "fmaddsd",     "fmaddss",     "fmsub132sd",
    "fmsub132sh",  "fmsub132ss",  "fmsub213sd",  "fmsub213sh",  "fmsub213ss",  "fmsub231sd",  "fmsub231sh",
    "fmsub231ss",  "fmsubsd",     "fmsubss",     "fmulcsh",     "fnmadd132sd", "fnmadd132sh", "fnmadd132ss",
    "fnmadd213sd", "fnmadd213sh", "fnmadd213ss", "fnmadd231sd", "fnmadd231sh", "fnmadd231ss", "fnmaddsd",
    "fnmaddss",    "fnmsub132sd", "fnmsub132sh", "fnmsub132ss", "fnmsub213sd", "fnmsub213sh", "fnmsub213ss",
    "fnmsub231sd", "fnmsub231sh", "fnmsub231ss", "fnmsubsd",    "fnmsubss",    "fpclasssd",   "fpclasssh",
    "fpclassss",   "frczsd",      "frczss",      "getexpsd",    "getexpsh",    "getexpss",    "getmantsd",
    "getmantsh",   "getmantss",   "maxsd",       "maxsh",       "maxss",       "minmaxsd",    "minmaxsh",
    "minmaxss",    "minsd",       "minsh",       "minss",       "movntsd",     "movntss",     "movsd",
    "movsh",       "movss",       "mulsd",       "mulsh",       "mulss",       "rangesd",     "rangess",
    "rcp14sd",     "rcp14ss",     "rcp28sd",     "rcp28ss",     "rcpsh",       "rcpss",       "reducesd",
    "reducesh",    "reducess",    "rndscalesd",  "rndscalesh",  "rndscaless",  "roundsd",     "roundss",
    "rsqrt14sd",   "rsqrt14ss",   "rsqrt28sd",   "rsqrt28ss",   "rsqrtsh",     "rsqrtss",     "scalefsd",
    "scalefsh",    "scalefss",    "sqrtsd",      "sqrtsh",      "sqrtss",      "subsd",       "subsh",
    "subss",       "ucomisd",     "ucomish",     "ucomiss",     "ucomxsd",     "ucomxsh",     "ucomxss"};

// Moves of one integer or half a register, into vector registers and out of them, without computation.
constexpr std::array<std::string_view, 21> single_moves = {
    "extractps", "extrq", "insertps", "insertq", "movd",   "movdq2q", "movhpd", "movhps", "movlpd", "movlps", "movq",
    "movq2dq",   "movw",  "pextrb",   "pextrd",  "pextrq", "pextrw",  "pinsrb", "pinsrd", "pinsrq", "pinsrw"};

// All except those that only rename registers (fxch), save the state (fnsave) or load control words (fldcw).
constexpr std::array<std::string_view, 72> x87_arithmetic = {
    "f2xm1",    "fabs",    "fadd",    "faddp",   "fbld",  "fbstp",  "fchs",   "fcmovb",  "fcmovbe", "fcmove", "fcmovnb",
    "fcmovnbe", "fcmovne", "fcmovnu", "fcmovu",  "fcom",  "fcomi",  "fcomp",  "fcompi",  "fcompp",  "fcos",   "fdiv",
    "fdivp",    "fdivr",   "fdivrp",  "fiadd",   "ficom", "ficomp", "fidiv",  "fidivr",  "fild",    "fimul",  "fist",
    "fistp",    "fisttp",  "fisub",   "fisubr",  "fld",   "fld1",   "fldl2e", "fldl2t",  "fldlg2",  "fldln2", "fldpi",
    "fldz",     "fmul",    "fmulp",   "fpatan",  "fprem", "fprem1", "fptan",  "frndint", "fscale",  "fsin",   "fsincos",
    "fsqrt",    "fst",     "fstp",    "fsub",    "fsubp", "fsubr",  "fsubrp", "ftst",    "fucom",   "fucomi", "fucomp",
    "fucompi",  "fucompp", "fxam",    "fxtract", "fyl2x", "fyl2xp1"};

/// Loads of a general register, or of its lower half with extension.
constexpr std::array<std::string_view, 4> pointer_loads = {"MOV32rm", "MOV64rm", "MOVSX64rm32", "POP64r"};

constexpr std::array<std::string_view, 26> x86_prefetches = {
    "prefetch",       "prefetchit0",    "prefetchit1",    "prefetchnta",    "prefetchrst2",   "prefetcht0",
    "prefetcht1",     "prefetcht2",     "prefetchw",      "prefetchwt1",    "vgatherpf0dpd",  "vgatherpf0dps",
    "vgatherpf0qpd",  "vgatherpf0qps",  "vgatherpf1dpd",  "vgatherpf1dps",  "vgatherpf1qpd",  "vgatherpf1qps",
    "vscatterpf0dpd", "vscatterpf0dps", "vscatterpf0qpd", "vscatterpf0qps", "vscatterpf1dpd", "vscatterpf1dps",
    "vscatterpf1qpd", "vscatterpf1qps"};

template <std::size_t N>
constexpr bool is_one_of(std::string_view name, const std::array<std::string_view, N> &sorted_names) {
  return std::ranges::binary_search(sorted_names, name);
}
static_assert(std::ranges::is_sorted(scalar_floating_point));
static_assert(std::ranges::is_sorted(single_moves));
static_assert(std::ranges::is_sorted(x87_arithmetic));
static_assert(std::ranges::is_sorted(x86_prefetches));

using Kind = AffineForm::Kind;
// Includes 32-bit operations: loop counters do not wrap around in them.
constexpr std::array<AffineOpcode, 54> affine_of_x86 = {{{"ADD32i32", {Kind::plus_number, 1, 1, true}},
                                                         {"ADD32ri", {Kind::plus_number}},
                                                         {"ADD32ri8", {Kind::plus_number}},
                                                         {"ADD32rr", {Kind::plus_register}},
                                                         {"ADD64i32", {Kind::plus_number, 1, 1, true}},
                                                         {"ADD64ri32", {Kind::plus_number}},
                                                         {"ADD64ri8", {Kind::plus_number}},
                                                         {"ADD64rr", {Kind::plus_register}},
                                                         {"CDQE", {Kind::copy, 1, 1, true}},
                                                         {"DEC32r", {Kind::step, -1}},
                                                         {"DEC64r", {Kind::step, -1}},
                                                         {"IMUL32rr", {Kind::product}},
                                                         {"IMUL32rri", {Kind::times_number}},
                                                         {"IMUL32rri8", {Kind::times_number}},
                                                         {"IMUL64rr", {Kind::product}},
                                                         {"IMUL64rri32", {Kind::times_number}},
                                                         {"IMUL64rri8", {Kind::times_number}},
                                                         {"INC32r", {Kind::step, 1}},
                                                         {"INC64r", {Kind::step, 1}},
                                                         {"LEA32r", {Kind::address}},
                                                         {"LEA64r", {Kind::address}},
                                                         {"LEA64_32r", {Kind::address}},
                                                         {"MOV32ri", {Kind::number}},
                                                         {"MOV32rr", {Kind::copy}},
                                                         {"MOV64ri", {Kind::number}},
                                                         {"MOV64ri32", {Kind::number}},
                                                         {"MOV64rr", {Kind::copy}},
                                                         {"MOVSX64rr32", {Kind::copy}},
                                                         {"NEG32r", {Kind::negation}},
                                                         {"NEG64r", {Kind::negation}},
                                                         {"NOT32r", {Kind::complement}},
                                                         {"NOT64r", {Kind::complement}},
                                                         {"SAR32r1", {Kind::shift_right}},
                                                         {"SAR32ri", {Kind::shift_right}},
                                                         {"SAR64r1", {Kind::shift_right}},
                                                         {"SAR64ri", {Kind::shift_right}},
                                                         {"SHL32r1", {Kind::shift_left}},
                                                         {"SHL32ri", {Kind::shift_left}},
                                                         {"SHL64r1", {Kind::shift_left}},
                                                         {"SHL64ri", {Kind::shift_left}},
                                                         {"SHR32r1", {Kind::shift_right}},
                                                         {"SHR32ri", {Kind::shift_right}},
                                                         {"SHR64r1", {Kind::shift_right}},
                                                         {"SHR64ri", {Kind::shift_right}},
                                                         {"SUB32i32", {Kind::plus_number, -1, 1, true}},
                                                         {"SUB32ri", {Kind::plus_number, -1}},
                                                         {"SUB32ri8", {Kind::plus_number, -1}},
                                                         {"SUB32rr", {Kind::plus_register, -1}},
                                                         {"SUB64i32", {Kind::plus_number, -1, 1, true}},
                                                         {"SUB64ri32", {Kind::plus_number, -1}},
                                                         {"SUB64ri8", {Kind::plus_number, -1}},
                                                         {"SUB64rr", {Kind::plus_register, -1}},
                                                         {"XOR32rr", {Kind::difference_of_same}},
                                                         {"XOR64rr", {Kind::difference_of_same}}}};
// APX: a longer prefix, a separate destination, or no flags.
bool is_encoding(std::string_view suffix) {
  constexpr std::array<std::string_view, 5> encodings = {"_EVEX", "_ND", "_NF", "_NF_ND", "_REV"};
  return std::ranges::find(encodings, suffix) != encodings.end();
}

constexpr std::array<std::string_view, 6> mask_opcodes = {"AND32i32", "AND32ri",   "AND32ri8",
                                                          "AND64i32", "AND64ri32", "AND64ri8"};

AffineForm form_of(std::string_view opcode) {
  const auto *found =
      std::ranges::find_if(affine_of_x86, [&](const AffineOpcode &known) { return known.opcode == opcode; });
  return found == affine_of_x86.end() ? AffineForm{} : found->form;
}

/// The form of the opcode without its encoding suffix, which does not change the result.
AffineForm x86_affine(std::string_view opcode) {
  if (const AffineForm form = form_of(opcode); form.kind != Kind::none)
    return form;
  const std::string_view plain = opcode.substr(0, opcode.find('_'));
  const std::string_view encoding = opcode.substr(plain.size());
  return is_encoding(encoding) ? form_of(plain) : AffineForm{};
}

} // namespace

OpcodeClass x86_class(const OpcodeDescription &described) {
  OpcodeClass made;
  std::string_view name = described.mnemonic;
  made.affine = x86_affine(described.opcode);
  made.is_nop = name == "nop";
  made.is_prefetch = is_one_of(name, x86_prefetches);
  made.computes_address = name == "lea";
  made.loads_pointer = is_one_of(described.opcode, pointer_loads);
  made.masks_bits = std::ranges::find(mask_opcodes, described.opcode) != mask_opcodes.end();
  if (name.starts_with('v'))
    name.remove_prefix(1);
  made.is_scalar_fp =
      described.has_vector_register ? is_one_of(name, scalar_floating_point) : is_one_of(name, x87_arithmetic);
  made.is_vector_packed = described.has_vector_register && !made.is_scalar_fp && !is_one_of(name, single_moves);
  return made;
}

namespace {

enum Mask : unsigned { none = 0, carry = 1, others = 2, all = 3 };

struct Exception {
  std::string_view prefix; ///< of LLVM's opcode name
  unsigned reads;
  unsigned writes;
};

// Exceptions from "all flags, if LLVM lists the register". The first matching prefix is used.
constexpr std::array exceptions = {
    Exception{"INC", none, others},       Exception{"DEC", none, others},        Exception{"ADCX", carry, carry},
    Exception{"ADOX", others, others},    Exception{"ADC", carry, all},          Exception{"SBB", carry, all},
    Exception{"RCL", carry, all},         Exception{"RCR", carry, all},          Exception{"CMC", carry, carry},
    Exception{"STC", none, carry},        Exception{"CLC", none, carry},         Exception{"SALC", carry, none},
    Exception{"BT16", none, carry},       Exception{"BT32", none, carry},        Exception{"BT64", none, carry},
    Exception{"BTC", none, carry},        Exception{"BTR", none, carry},         Exception{"BTS", none, carry},
    Exception{"CMPXCHG8B", none, others}, Exception{"CMPXCHG16B", none, others},
};

unsigned read_by_condition(int condition) {
  switch (condition >> 1) {
  case 1: return carry;   // B, AE
  case 3: return all;     // BE, A
  default: return others; // O, E, S, P, L, LE and their opposites
  }
}

FlagUse from_masks(unsigned reads, unsigned writes) {
  return {(reads & carry) != 0, (reads & others) != 0, (writes & carry) != 0, (writes & others) != 0};
}

} // namespace

FlagUse x86_flag_use(std::string_view opcode, int condition, bool llvm_reads, bool llvm_writes) {
  if (!llvm_reads && !llvm_writes)
    return {};
  for (const Exception &exception : exceptions)
    if (opcode.substr(0, exception.prefix.size()) == exception.prefix)
      return from_masks(exception.reads, exception.writes);
  const unsigned reads = !llvm_reads ? none : condition >= 0 ? read_by_condition(condition) : unsigned{all};
  return from_masks(reads, llvm_writes ? all : none);
}

} // namespace osaca
