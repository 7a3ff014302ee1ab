#include "measure/tables/published/applecpu_text.h"

#include "base/format.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <optional>

namespace osaca::measure {
namespace {

struct NamedOperands {
  std::string_view mnemonics; ///< separated by blanks
  std::string_view operands;  ///< R: w or x, as the name says
};

constexpr NamedOperands unsized[] = {
    {"axflag cfinv clrex csdb nop pssbb sb ssbb xaflag yield", ""},
    {"smulh umulh pacga", "x0, x8, x9"},
    {"smull umull smnegl umnegl", "x0, w8, w9"},
    {"smaddl smsubl umaddl umsubl", "x0, w8, w9, x9"},
    {"crc32b crc32h crc32w crc32cb crc32ch crc32cw", "w0, w8, w9"},
    {"crc32x crc32cx", "w0, w8, x9"},
    {"autda autdb autia autib pacda pacdb pacia pacib rev32", "x0, x8"},
    {"sxtw", "x0, w8"},
    {"autdza autdzb autiza autizb pacdza pacdzb paciza pacizb xpacd xpaci", "x0"},
    {"setf8 setf16", "w0"},
    {"rmif", "x0, #1, #1"},
    {"uxtb uxth", "w0, w8"},
    {"adr", "x0, .+4"},
    {"b bl", ".+4"},
};

constexpr NamedOperands sized[] = {
    {"adc adcs sbc sbcs mul mneg sdiv udiv", "R0, R8, R9"},
    {"madd msub", "R0, R8, R9, R9"},
    {"bfc", "R0, #3, #7"},
    {"bfi bfxil sbfiz sbfx ubfiz ubfx", "R0, R8, #3, #7"},
    {"cinc cinv cneg", "R0, R8, hi"},
    {"csel csinc csinv csneg", "R0, R8, R9, hi"},
    {"cset csetm", "R0, hi"},
    {"cls clz rbit rev rev16", "R0, R8"},
    {"sxtb sxth", "R0, w8"},
    {"extr", "R0, R8, R9, #13"},
};

std::optional<std::string> operands_in(std::span<const NamedOperands> table, const std::string &mnemonic) {
  for (const NamedOperands &one : table)
    if (contains(" " + std::string(one.mnemonics) + " ", " " + mnemonic + " "))
      return std::string(one.operands);
  return std::nullopt;
}

bool is_in_list(std::string_view words, const std::string &word) {
  return contains(" " + std::string(words) + " ", " " + word + " ");
}

/// The last operand with its shift or extension; `number`: of the register.
std::string last_source(const AppleName &name, const std::string &file, int number) {
  const bool is_logical = is_in_list("and ands eor orr tst", name.mnemonic);
  if (name.has("immediate"))
    return is_logical ? "#0x3" : "#3";
  if (name.has("shifted immediate"))
    return "#3, lsl #12";
  for (const std::string_view shift : {"asr", "lsl", "lsr", "ror"})
    if (name.has(shift))
      return format_text("{}{}, {} #17", file, number, shift);
  for (const std::string_view extension : {"sxtb", "sxth", "sxtw", "uxtb", "uxth", "uxtw", "sxtx", "uxtx"})
    if (name.has(extension))
      return format_text("{}{}, {}", extension.ends_with('x') ? "x" : "w", number, extension);
  return format_text("{}{}", file, number);
}

std::string arithmetic(const AppleName &name, const std::string &file) {
  const std::string &mnemonic = name.mnemonic;
  if (is_in_list("cmp cmn tst", mnemonic))
    return format_text("{} {}0, {}", mnemonic, file, last_source(name, file, 1));
  if (is_in_list("neg negs mvn ngc ngcs", mnemonic))
    return format_text("{} {}0, {}", mnemonic, file, last_source(name, file, 8));
  if (is_in_list("ccmp ccmn", mnemonic))
    return format_text("{} {}0, {}, #0, hi", mnemonic, file, last_source(name, file, 1));
  if (is_in_list("asr lsl lsr ror", mnemonic))
    return format_text("{} {}0, {}8, {}", mnemonic, file, file, name.has("immediate") ? "#17" : file + "9");
  if (is_in_list("add adds sub subs and ands bic bics eon eor orn orr", mnemonic))
    return format_text("{} {}0, {}8, {}", mnemonic, file, file, last_source(name, file, 9));
  return "";
}

std::string copy_text(const AppleName &name, const std::string &file) {
  if (name.mnemonic == "movz")
    return format_text("mov {}0, #305397760", file);
  if (name.mnemonic == "movn")
    return format_text("mov {}0, #-305397761", file);
  if (name.mnemonic == "movk")
    return format_text("movk {}0, #4660, lsl #16", file);
  if (name.has("from sp"))
    return file == "x" ? "mov x0, sp" : "mov w0, wsp";
  if (name.has("bitmask immediate"))
    return file == "x" ? "mov x0, #-6148914691236517206" : "mov w0, #-1431655766";
  return name.arguments.size() <= 2 ? format_text("mov {}0, {}8", file, file) : "";
}

/// Branches, barriers and system registers: their argument is a word.
std::string special_text(const AppleName &name) {
  const std::string &mnemonic = name.mnemonic;
  if (mnemonic == "isb")
    return "isb";
  if (mnemonic == "dmb" || mnemonic == "dsb")
    return mnemonic + " " + lower_cased(name.last());
  if (mnemonic == "mrs" || mnemonic == "msr") {
    const std::string last = name.last();
    const std::string system = last == "APRR" ? "S3_6_C15_C1_5" : last == "SSBS" ? "S3_3_C4_C2_6" : last;
    return mnemonic == "mrs" ? "mrs x0, " + system : "msr " + system + ", x0";
  }
  if (mnemonic == "prfm" && name.arguments.size() == 2)
    return format_text("prfm {}, [x6]", lower_cased(name.last()));
  if (mnemonic == "b.cc")
    return name.has("taken") ? "b.ne .+4" : "b.eq .+4";
  if (mnemonic == "cbz" || mnemonic == "cbnz")
    return mnemonic + " x0, .+4";
  return mnemonic == "tbz" || mnemonic == "tbnz" ? mnemonic + " w0, #1, .+4" : "";
}

} // namespace

std::string apple_general_text(const AppleName &name) {
  if (name.arguments.empty())
    if (const auto operands = operands_in(unsized, name.mnemonic))
      return std::string(trimmed(name.mnemonic + " " + *operands));
  const std::string file = name.general_register();
  if (file.empty())
    return special_text(name);
  if (auto operands = operands_in(sized, name.mnemonic)) {
    std::ranges::replace(*operands, 'R', file.front());
    return name.mnemonic + " " + *operands;
  }
  return name.mnemonic.starts_with("mov") ? copy_text(name, file) : arithmetic(name, file);
}

} // namespace osaca::measure
