#include "measure/tables/published/instlatx64_conversion.h"
#include "measure/tables/published/instlatx64_operands.h"
#include "measure/tables/published/instlatx64_text.h"

#include "base/format.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace osaca::measure {
namespace {

using Operands = std::vector<NamedOperand>;
using Renaming = std::pair<std::string_view, std::string_view>;

constexpr Renaming complete[] = {{"cbw", "cbtw"},
                                 {"cwde", "cwtl"},
                                 {"cdqe", "cltq"},
                                 {"cwd", "cwtd"},
                                 {"cdq", "cltd"},
                                 {"cqo", "cqto"},
                                 {"nop", "nop"},
                                 {"clc", "clc"},
                                 {"cld", "cld"},
                                 {"cmc", "cmc"},
                                 {"stc", "stc"},
                                 {"std", "std"},
                                 {"lahf", "lahf"},
                                 {"sahf", "sahf"},
                                 {"lfence", "lfence"},
                                 {"mfence", "mfence"},
                                 {"sfence", "sfence"},
                                 {"pushfq", "pushfq"},
                                 {"popfq", "popfq"},
                                 {"vzeroall", "vzeroall"},
                                 {"xlat", "xlatb"},
                                 {"xlatb", "xlatb"},
                                 {"vzeroupper", "vzeroupper"},
                                 {"cmpxchg8b", "cmpxchg8b (%rsi)"},
                                 {"cmpxchg16b", "cmpxchg16b (%rsi)"}};

/// Of condition codes, to the names that LLVM prints.
constexpr Renaming conditions[] = {{"nz", "ne"}, {"z", "e"},   {"c", "b"},   {"nc", "ae"}, {"nbe", "a"},
                                   {"nb", "ae"}, {"nae", "b"}, {"na", "be"}, {"nle", "g"}, {"nl", "ge"},
                                   {"nge", "l"}, {"ng", "le"}, {"pe", "p"},  {"po", "np"}};

bool begins_with(std::string_view text, std::initializer_list<std::string_view> begins) {
  return std::ranges::any_of(begins, [&](std::string_view begin) { return text.starts_with(begin); });
}

bool is_word_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool has_kind(const Operands &operands, OperandKind kind) {
  return std::ranges::any_of(operands, [&](const NamedOperand &one) { return one.kind == kind; });
}

char size_suffix(int bits) { return bits == 8 ? 'b' : bits == 16 ? 'w' : bits == 32 ? 'l' : 'q'; }

std::string renamed_condition(const std::string &mnemonic, std::string_view before, std::string_view behind) {
  if (!mnemonic.starts_with(before) || !mnemonic.ends_with(behind) || mnemonic.size() <= before.size() + behind.size())
    return mnemonic;
  const std::string condition = mnemonic.substr(before.size(), mnemonic.size() - before.size() - behind.size());
  for (const auto &[from, to] : conditions)
    if (condition == from)
      return format_text("{}{}{}", before, to, behind);
  return mnemonic;
}

/// lods, stos, movs, scas and cmps without operands: "LODSB".
std::string string_instruction(const std::string &mnemonic) {
  constexpr Renaming patterns[] = {{"lods", "(%rsi), %A"},
                                   {"stos", "%A, %es:(%rdi)"},
                                   {"movs", "(%rsi), %es:(%rdi)"},
                                   {"scas", "%es:(%rdi), %A"},
                                   {"cmps", "%es:(%rdi), (%rsi)"}};
  constexpr std::string_view sizes = "bwdq";
  constexpr std::string_view accumulators[] = {"al", "ax", "eax", "rax"};
  const std::size_t size = mnemonic.size() == 5 ? sizes.find(mnemonic.back()) : std::string_view::npos;
  if (size == std::string_view::npos)
    return "";
  for (const auto &[begin, pattern] : patterns) {
    if (!mnemonic.starts_with(begin))
      continue;
    std::string operands(pattern);
    if (const std::size_t at = operands.find('A'); at != std::string::npos)
      operands.replace(at, 1, accumulators[size]);
    return format_text("{}{} {}", begin, size_suffix(8 << size), operands);
  }
  return "";
}

/// What the names leave out or write differently.
void complete_operands(const std::string &mnemonic, Operands &operands) {
  const auto is = [&](std::size_t i, OperandKind kind) { return i < operands.size() && operands[i].kind == kind; };
  const NamedOperand byte{OperandKind::immediate, 8, 0, "$3", ""};
  if (mnemonic == "rorx" && is(2, OperandKind::general))
    operands[2] = byte;
  if (begins_with(mnemonic, {"vpshld", "vpshrd"}) && !begins_with(mnemonic, {"vpshldv", "vpshrdv"}) &&
      operands.size() == 3 && is(2, OperandKind::vector))
    operands.push_back(byte);
  const bool is_scalar = is_word_of(mnemonic, {"vsqrtss", "vsqrtsd", "vmovss", "vmovsd"}) && operands.size() == 2 &&
                         is(0, OperandKind::vector) && is(1, OperandKind::vector);
  const bool is_insertion = begins_with(mnemonic, {"vpinsr"}) && is(1, OperandKind::general);
  const bool is_half_load =
      begins_with(mnemonic, {"vmovhp", "vmovlp"}) && operands.size() == 2 && is(1, OperandKind::memory);
  const bool has_two_registers = operands.size() >= 2 && is(1, OperandKind::vector);
  const bool is_sum = (mnemonic == "vdbpsadbw" && operands.size() == 3) ||
                      (is_word_of(mnemonic, {"vpsadbw", "vpshufb"}) && operands.size() == 2) ||
                      (is_word_of(mnemonic, {"vinsertps", "vmpsadbw"}) && operands.size() == 3 && has_two_registers &&
                       is(2, OperandKind::immediate));
  if (is_scalar || is_insertion || is_half_load || is_sum) { // the first source, which is the result's register
    NamedOperand source = operands.front();
    source.decoration.clear();
    operands.insert(operands.begin() + 1, source);
  }
  if (is_word_of(mnemonic, {"vrcpps", "vrsqrtps", "vmovsldup", "vmovshdup", "vmovddup"}) && operands.size() == 3)
    operands.pop_back();
  if (is_word_of(mnemonic, {"adcx", "adox"}) && operands.size() == 2 && is(1, OperandKind::general))
    operands[1].bits = operands[0].bits;
  if (mnemonic == "mulx" && operands.size() == 3)
    operands[1].number = 3;                                                   // two results
  if (begins_with(mnemonic, {"vgather", "vpgather"}) && operands.size() == 3) // result, index and mask must differ
    operands[2].number = 4;
  const bool is_xchg = mnemonic == "xchg" && is(1, OperandKind::memory);
  if (is_xchg)
    std::swap(operands[0], operands[1]);
  const bool is_shift = is_word_of(mnemonic, {"rcl", "rcr", "rol", "ror", "sal", "sar", "shl", "shr"});
  if (is_shift && operands.size() == 2 && operands[1].text == "$1")
    operands.pop_back();
}

/// Of conversions and broadcasts, the names have wrong sizes in part.
void correct_sizes(const std::string &mnemonic, Operands &operands) {
  if (operands.size() < 2 || operands[0].kind != OperandKind::vector || operands[1].kind != OperandKind::vector)
    return;
  if (begins_with(mnemonic, {"vbroadcastf32x2", "vbroadcasti32x2"}))
    operands[1].bits = 128;
  const bool is_shift =
      begins_with(mnemonic, {"vpsll", "vpsra", "vpsrl"}) && !mnemonic.ends_with("dq") && mnemonic.size() == 6;
  if (is_shift && operands.size() == 3 && operands[2].kind == OperandKind::vector)
    operands[2].bits = 128; // the count
  if (is_word_of(mnemonic, {"vextractf128", "vextracti128"}))
    operands[0].bits = 128;
  if (begins_with(mnemonic, {"vpmovsx", "vpmovzx"}) && operands[0].bits == 512)
    operands[1].bits = begins_with(std::string_view(mnemonic).substr(7), {"bw", "wd", "dq"}) ? 256 : 128;
  std::string upper = mnemonic;
  for (char &c : upper)
    c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  const auto conversion = conversion_of(upper);
  const int from = conversion ? element_bytes(conversion->from) : 0;
  const int to = conversion ? element_bytes(conversion->to) : 0;
  if (from == 0 || to == 0 || (operands[0].bits != 512 && operands[1].bits != 512))
    return;
  operands[0].bits = register_bits(512, to, from);
  operands[1].bits = register_bits(512, from, to);
}

/// General registers of vector instructions have 32 bits, or 64 if the instruction makes a difference.
void fit_general_registers(const std::string &mnemonic, Operands &operands) {
  const std::string_view name = std::string_view(mnemonic).substr(mnemonic.starts_with('v') ? 1 : 0);
  const bool ignores_width =
      begins_with(name, {"pextrb", "pextrw", "pinsrb", "pinsrw", "extractps", "pmovmskb", "movmskp"});
  for (NamedOperand &operand : operands)
    if (operand.kind == OperandKind::general && (operand.bits < 32 || ignores_width))
      operand.bits = 32;
}

std::string vector_mnemonic(std::string mnemonic, const Operands &operands) {
  const bool has_wide_register = std::ranges::any_of(
      operands, [](const NamedOperand &one) { return one.kind == OperandKind::general && one.bits == 64; });
  if (has_wide_register && is_word_of(mnemonic, {"movd", "vmovd", "pextrd", "vpextrd", "pinsrd", "vpinsrd"}))
    mnemonic.back() = 'q';
  constexpr Renaming other_names[] = {{"aeskeygen", "aeskeygenassist"},
                                      {"vaeskeygen", "vaeskeygenassist"},
                                      {"vptestps", "vtestps"},
                                      {"vptestpd", "vtestpd"}};
  for (const auto &[name, other] : other_names)
    if (mnemonic == name)
      return std::string(other);
  return mnemonic;
}

/// Instructions that exist in both encodings, of which an assembler prefers EVEX.
bool needs_vex_mark(const std::string &mnemonic, const Operands &operands, bool is_evex) {
  const bool is_wide = std::ranges::any_of(
      operands, [](const NamedOperand &one) { return one.kind == OperandKind::vector && one.bits == 512; });
  return !is_evex && !is_wide &&
         (begins_with(mnemonic, {"vpdpbusd", "vpdpwssd", "vpmadd52"}) || mnemonic == "vcvtneps2bf16");
}

std::string vector_instruction(const std::string &name, Operands operands, bool is_evex) {
  std::string mnemonic = vector_mnemonic(name, operands);
  fit_general_registers(mnemonic, operands);
  correct_sizes(mnemonic, operands);
  const bool is_comparison = begins_with(mnemonic, {"cmpp", "cmps", "vcmpp", "vcmps"}) && !mnemonic.ends_with("xadd");
  if (is_comparison) { // predicate 3, if the name has one
    if (operands.back().kind == OperandKind::immediate)
      operands.pop_back();
    mnemonic.insert(mnemonic.find("cmp") + 3, "unord");
  }
  return format_text("{}{} {}", needs_vex_mark(mnemonic, operands, is_evex) ? "{vex} " : "", mnemonic,
                     att_operands(operands, is_evex));
}

/// movsbl and others, with two sizes.
std::string extension_mnemonic(const std::string &mnemonic, const Operands &operands) {
  return format_text("{}{}{}", mnemonic.substr(0, 4), size_suffix(operands[1].bits), size_suffix(operands[0].bits));
}

std::string general_instruction(const std::string &name, const Operands &operands) {
  std::string mnemonic = renamed_condition(name, "cmov", "");
  if (name.starts_with("set"))
    mnemonic = renamed_condition(name, "set", "");
  const bool has_two = operands.size() == 2;
  int bits = 0;
  for (const NamedOperand &operand : operands)
    if (operand.kind == OperandKind::general && operand.number != 9)
      bits = std::max(bits, operand.bits);
  if (bits == 0)
    bits = operands.front().kind == OperandKind::immediate ? 64 : operands.front().bits;
  if (is_word_of(mnemonic, {"movsx", "movzx", "movsxd"}))
    mnemonic = has_two && operands[1].bits != 0 && operands[1].bits < operands[0].bits
                   ? extension_mnemonic(mnemonic, operands)
                   : "";
  else if (mnemonic == "crc32" && has_two)
    mnemonic = operands[0].bits == 64 && (operands[1].bits == 16 || operands[1].bits == 32)
                   ? ""
                   : mnemonic + size_suffix(operands[1].bits);
  else if (mnemonic == "mov" && has_two && operands[1].kind == OperandKind::immediate && operands[1].bits == 64)
    mnemonic = "movabsq";
  else if (!mnemonic.starts_with("set"))
    mnemonic += size_suffix(bits);
  else if (bits != 8)
    return "";
  return mnemonic.empty() || bits == 0 ? "" : mnemonic + " " + att_operands(operands, false);
}

/// Instructions that the names do not describe exactly enough, and those that no model of a loop has.
bool is_left_out(std::string_view mnemonic) {
  return begins_with(mnemonic,
                     {"f",         "prefetch", "clflush", "clwb",     "clzero", "cldemote",     "cpuid",   "rd",
                      "serialize", "tpause",   "umwait",  "umonitor", "lnop",   "xgetbv",       "pause",   "emms",
                      "asp",       "call",     "ret",     "jmp",      "enter",  "vp2intersect", "monitor", "mwait",
                      "invlpg",    "in",       "out",     "sysenter", "syscall"}) &&
         !begins_with(mnemonic, {"insert", "inc"});
}

/// One operand besides the accumulator: "DIV r16 0/ 8b", "MUL r16 (ax)". The words after it say which values, or which
/// result the chain goes through.
std::string accumulator_instruction(const std::string &mnemonic, std::string_view text) {
  auto operand = named_operand(text.substr(0, text.find(' ')));
  if (!operand || operand->kind != OperandKind::general || operand->bits == 0)
    return "";
  operand->number = 9;
  return format_text("{}{} {}", mnemonic, size_suffix(operand->bits), att_operand(*operand, false));
}

} // namespace

std::string att_instruction(std::string_view instruction, bool is_evex) {
  instruction = trimmed(instruction);
  if (instruction.starts_with("LOCK ")) {
    const std::string locked =
        att_instruction(instruction.substr(5).starts_with("LOCK") ? "" : instruction.substr(5), false);
    return locked.empty() ? "" : "lock " + locked;
  }
  const std::size_t blank = std::min(instruction.find(' '), instruction.size());
  const std::string mnemonic = lower_cased(instruction.substr(0, blank));
  std::string text(trimmed(instruction.substr(blank)));
  if (const std::size_t implicit = text.find("<,"); implicit != std::string::npos) // of MULX
    text.resize(implicit);
  const bool is_multiplication = is_word_of(mnemonic, {"mul", "imul", "div", "idiv"});
  if (is_left_out(mnemonic) || mnemonic.empty())
    return "";
  if (is_multiplication && !contains(text, ","))
    return accumulator_instruction(mnemonic, text);
  if (text.empty()) {
    for (const auto &[name, made] : complete)
      if (mnemonic == name)
        return std::string(made);
    return string_instruction(mnemonic);
  }
  auto operands = named_operands(text);
  if (!operands || operands->empty())
    return "";
  complete_operands(mnemonic, *operands);
  const bool has_vectors = has_kind(*operands, OperandKind::vector) || has_kind(*operands, OperandKind::mmx) ||
                           has_kind(*operands, OperandKind::mask);
  const std::string exchange = renamed_condition(mnemonic, "cmp", "xadd");
  const bool is_plain =
      has_vectors || (exchange.starts_with("cmp") && exchange.ends_with("xadd")) ||
      begins_with(mnemonic, {"movdir", "ldmxcsr", "stmxcsr", "vldmxcsr", "vstmxcsr", "cmpxchg8b", "cmpxchg16b"});
  return is_plain ? vector_instruction(exchange, *operands, is_evex) : general_instruction(mnemonic, *operands);
}

} // namespace osaca::measure
