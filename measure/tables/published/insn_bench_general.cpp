#include "measure/tables/published/insn_bench_text.h"

#include "base/format.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <span>

namespace osaca::measure {
namespace {

struct FixedOperands {
  std::string_view mnemonics; ///< separated by blanks
  std::string_view operands;
};

constexpr FixedOperands fixed[] = {
    {"adc sbc mul mneg smulh umulh sub", "x0, x0, x1"},
    {"adcs sbcs", "x1, x1, x28"},
    {"ngc cls clz rbit", "x0, x1"},
    {"ngcs", "x1, x1"},
    {"madd msub", "x0, x1, x1, x0"},
    {"smull umull smnegl umnegl", "x0, w0, w1"},
    {"smaddl smsubl umaddl umsubl", "x0, w1, w1, x0"},
    {"sdiv udiv", "x0, x1, x28"},
    {"sxtb sxth sxtw", "x0, w1"},
    {"uxtb uxth", "w0, w1"},
    {"bfi bfxil", "x0, x1, #17, #2"},
    {"bfc", "x1, #17, #2"},
    {"sbfiz ubfiz sbfx ubfx", "x0, x1, #2, #17"},
    {"crc32b crc32h crc32w crc32cb crc32ch crc32cw", "w0, w0, w1"},
    {"crc32x crc32cx", "w0, w0, x1"},
    {"setf8 setf16", "w0"},
    {"rmif", "x0, #17, #15"},
    {"fjcvtzs", "w0, d1"},
    {"aese aesd aesmc aesimc", "v0.16b, v1.16b"},
    {"sha1h", "s0, s1"},
    {"sha1c sha1m sha1p", "q0, s0, v1.4s"},
    {"sha1su0 sha256su1 sm3partw1 sm3partw2 sm4ekey", "v0.4s, v0.4s, v1.4s"},
    {"sha1su1 sha256su0 sm4e", "v0.4s, v1.4s"},
    {"sha256h sha256h2", "q0, q0, v1.4s"},
    {"sha512h sha512h2", "q0, q0, v1.2d"},
    {"sha512su0", "v0.2d, v1.2d"},
    {"sha512su1", "v0.2d, v1.2d, v1.2d"},
    {"sm3ss1", "v0.4s, v0.4s, v0.4s, v1.4s"},
};

bool is_listed(std::string_view word, std::string_view words) {
  for (std::string_view rest = words; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, end) == word)
      return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

/// "reg>>17; signed" -> ", asr #17"; "" without a shift.
std::string shift_text(const InsnBenchName &name) {
  if (const auto left = name.number("reg<<"))
    return format_text(", lsl #{}", *left);
  if (const auto right = name.number("reg>>"))
    return format_text(", {} #{}", name.has("signed") ? "asr" : name.has("rotate") ? "ror" : "lsr", *right);
  return "";
}

std::string arithmetic_text(const InsnBenchName &name) {
  const std::string &mnemonic = name.mnemonic;
  const std::string first = name.arguments.empty() ? "" : name.arguments.front();
  const bool is_unary = is_listed(mnemonic, "neg negs mvn");
  if (name.has("clearing idiom"))
    return mnemonic + " x0, x1, x1";
  if (first == "mask imm")
    return mnemonic + " x0, x1, #0x1ffc";
  if (first == "imm")
    return mnemonic + (mnemonic == "tst" ? " x1, #0x1ffc" : " x0, x1, #1");
  if (first == "imm<<12")
    return mnemonic + " x0, x1, #1, lsl #12";
  if (first == "reg" && mnemonic == "orr")
    return "orr x0, x28, x1"; // x0, x0 would be a copy
  const std::string sources = mnemonic == "tst" ? " x1, x1" : is_unary ? " x0, x1" : " x0, x0, x1";
  return mnemonic + sources + shift_text(name);
}

/// "eq" as the last argument is the condition.
std::string conditional_text(const InsnBenchName &name) {
  const std::string &mnemonic = name.mnemonic;
  const std::string condition = name.arguments.empty() ? "" : name.arguments.back();
  if (condition.size() != 2)
    return "";
  if (is_listed(mnemonic, "cset csetm"))
    return format_text("{} x1, {}", mnemonic, condition);
  if (is_listed(mnemonic, "cinc cinv cneg"))
    return format_text("{} x0, x1, {}", mnemonic, condition);
  if (is_listed(mnemonic, "csel csinc csinv csneg"))
    return format_text("{} x0, x0, x1, {}", mnemonic, condition);
  return format_text("{} x1, {}, #15, {}", mnemonic, name.has("imm") ? "#17" : "x28", condition);
}

/// "mov / movn (imm; 0x1ffc<<16)", "movk (0x1ffc)"
std::string constant_text(const InsnBenchName &name) {
  std::string_view value = name.arguments.empty() ? std::string_view() : std::string_view(name.arguments.back());
  if (!value.starts_with("0x"))
    return name.has("x -> x") ? "mov x0, x1" : name.has("v.b -> v.b") ? "mov v0.16b, v1.16b" : "";
  const std::size_t digits_end = std::min(value.find('<'), value.size());
  const auto number = parse_number<std::int64_t>(value.substr(2, digits_end - 2), 16);
  const bool is_shifted = value.ends_with("<<16");
  if (!number || *number < 0 || (is_shifted && *number > 0xffff))
    return "";
  if (name.mnemonic == "movk")
    return format_text("movk x0, #{}{}", *number, is_shifted ? ", lsl #16" : "");
  const std::int64_t whole = is_shifted ? *number * 0x10000 : *number;
  return format_text("mov x0, #{}", name.mnemonic == "mov / movn" ? -whole - 1 : whole);
}

std::string shift_or_reverse_text(const InsnBenchName &name) {
  const std::string shift = name.mnemonic.substr(0, name.mnemonic.find(' '));
  if (name.mnemonic == "rev")
    return name.has("rev64") ? "rev x0, x1" : name.arguments.empty() ? "" : name.arguments.front() + " x0, x1";
  if (name.mnemonic == "extr") {
    const auto by = name.number(">>");
    return by ? format_text("extr x0, x0, x1, #{}", *by) : "";
  }
  // The benchmark shifts to the left in its rows of lsr.
  return format_text("{} x0, {}", shift == "lsr" ? "lsl" : shift, name.has("imm") ? "x1, #17" : "x0, x1");
}

/// Compare and swap, and operations on memory whose value before is the result.
std::string atomic_text(const InsnBenchName &name) {
  const bool is_narrow = name.mnemonic.ends_with('b') || name.mnemonic.ends_with('h');
  return name.mnemonic + (is_narrow ? " w0, w1, [x28]" : " x0, x1, [x28]");
}

/// The fields of the raw bit-field moves, which are printed under their other names.
std::string bit_field_text(const InsnBenchName &name) {
  const std::string other = name.mnemonic == "bfm" ? "bfi" : name.mnemonic == "sbfm" ? "sbfiz" : "ubfiz";
  return other + " x0, x1, #47, #3";
}

bool is_atomic(const std::string &mnemonic) {
  constexpr std::string_view begins[] = {"ldadd",  "ldclr",  "ldeor",  "ldset", "ldsmax",
                                         "ldsmin", "ldumax", "ldumin", "swp"};
  return (mnemonic.starts_with("cas") && !mnemonic.starts_with("casp")) ||
         std::ranges::any_of(begins, [&](std::string_view begin) { return mnemonic.starts_with(begin); });
}

} // namespace

std::string general_text(const InsnBenchName &name) {
  const std::string &mnemonic = name.mnemonic;
  if (name.element != 0)
    return "";
  if (name.arguments.empty()) {
    for (const FixedOperands &one : fixed)
      if (is_listed(mnemonic, one.mnemonics))
        return format_text("{} {}", mnemonic, one.operands);
    if (is_listed(mnemonic, "nop cfinv"))
      return mnemonic;
    if (is_listed(mnemonic, "bfm sbfm ubfm"))
      return bit_field_text(name);
    return is_atomic(mnemonic) ? atomic_text(name) : "";
  }
  if (is_listed(mnemonic, "add adds sub subs and ands bic bics eor eon orn orr neg negs mvn tst"))
    return arithmetic_text(name);
  if (is_listed(mnemonic, "cset csetm cinc cinv cneg csel csinc csinv csneg ccmp ccmn"))
    return conditional_text(name);
  if (is_listed(mnemonic, "mov movk") || mnemonic.starts_with("mov / "))
    return constant_text(name);
  const std::string first = mnemonic.substr(0, mnemonic.find(' '));
  return is_listed(first, "lsl lsr asr ror extr rev") ? shift_or_reverse_text(name) : "";
}

} // namespace osaca::measure
