#include "measure/tables/published/insn_bench_text.h"

#include "base/format.h"
#include "base/text.h"
#include "measure/tables/published/vector_lanes.h"

#include <algorithm>
#include <array>

namespace osaca::measure {
namespace {

/// Operands "v0.4s, v0.4s, v1.4s": the last source is v1, other sources are the result's register.
std::string source_operands(const OperandTypes &types, int sources, bool through_accumulator) {
  std::string text = register_text(types.result, through_accumulator ? 28 : 0);
  for (int i = 0; i < sources; ++i)
    text += ", " + register_text(i == 0 ? types.first : types.second, through_accumulator || i + 1 == sources ? 1 : 0);
  return text;
}

std::string scalar_fused_text(const InsnBenchName &name) {
  const char e = name.element;
  return name.has("acc. fwd.") ? format_text("{} {}28, {}1, {}1, {}28", name.mnemonic, e, e, e, e)
                               : format_text("{} {}0, {}0, {}0, {}1", name.mnemonic, e, e, e, e);
}

/// Comparisons that set flags, and selections by flags.
std::string flag_text(const InsnBenchName &name) {
  const char e = name.element;
  const std::string condition = name.arguments.empty() ? "" : name.arguments.front();
  if (name.mnemonic == "fcsel")
    return format_text("fcsel {}0, {}0, {}1, {}", e, e, e, condition);
  if (name.mnemonic.starts_with("fccmp"))
    return format_text("{} {}1, {}1, #15, {}", name.mnemonic, e, e, condition);
  return name.has("zero") ? format_text("{} {}1, #0.0", name.mnemonic, e)
                          : format_text("{} {}1, {}1", name.mnemonic, e, e);
}

/// "movi.s (0xff<<8)", "bic.h (imm; <<8)"
std::string immediate_text(const InsnBenchName &name) {
  std::string_view value = name.arguments.front();
  const bool is_shifted = name.number("<<").has_value();
  std::optional<int> number = 17;
  if (value.starts_with("0x"))
    number = parse_number<int>(value.substr(2, std::min(value.find('<'), value.size()) - 2), 16);
  return number ? format_text("{} {}, #{}{}", name.mnemonic, register_text({name.element, 16}, 0), *number,
                              is_shifted ? ", lsl #8" : "")
                : "";
}

std::string duplicate_text(const InsnBenchName &name) {
  const std::string result = register_text({name.element, 16}, 0);
  if (const auto lane = name.number("lane = "))
    return format_text("dup {}, v1.{}[{}]", result, name.element, *lane);
  return format_text("dup {}, {}1", result, name.element == 'd' ? 'x' : 'w');
}

/// Conversions with an element type before and after: "fcvtl (h -> s)".
std::string conversion_text(const InsnBenchName &name) {
  const std::string types = name.arguments.empty() ? "" : name.arguments.front();
  if (types.size() != 6 || types.substr(1, 4) != " -> ")
    return "";
  if (name.mnemonic == "fcvt")
    return format_text("fcvt {}0, {}1", types.back(), types.front());
  const VectorShape shape = vector_shape(name.mnemonic);
  return name.mnemonic + " " + source_operands(types_from_source(shape, {types.front(), 16}), 1, false);
}

/// Integer <-> floating point with one element type.
std::string integer_conversion_text(const InsnBenchName &name) {
  const char e = name.element;
  if (name.has("scl -> reg"))
    return format_text("{} x0, {}1", name.mnemonic, e);
  std::string text = name.mnemonic + " ";
  if (name.has("scl"))
    text += name.mnemonic.ends_with("cvtf") ? format_text("{}0, {}1", e, e == 'd' ? 'x' : 'w')
                                            : format_text("{}0, {}1", e, e);
  else
    text += source_operands({{e, 16}, {e, 16}, {e, 16}}, 1, false);
  if (const auto bits = name.number(">>"))
    text += format_text(", #{}", *bits);
  return text;
}

std::string table_text(const InsnBenchName &name) {
  const auto length = name.number("len == ");
  if (!length || *length < 1 || *length > 4)
    return "";
  std::vector<std::string> list;
  for (int i = 0; i < *length; ++i)
    list.push_back(format_text("v{}.16b", 24 + i));
  return format_text("{} v0.16b, {{ {} }}, v1.16b", name.mnemonic, joined(list));
}

/// The last source is one element: "mla.s (elem; [3])".
std::string by_element_text(const InsnBenchName &name) {
  auto index = name.number("[");
  if (!index || name.mnemonic == "fcmla")
    return "";
  if (name.mnemonic == "fmla" || name.mnemonic == "fmls")
    index = 0; // whatever the name says
  const VectorShape shape = vector_shape(name.mnemonic);
  const OperandTypes types = types_from_source(shape, {name.element, 16});
  const std::string element = shape.lanes == Lanes::dot ? "4b" : std::string(1, name.element);
  return format_text("{} {}, {}, v1.{}[{}]", name.mnemonic, register_text(types.result, 0),
                     register_text(types.first, 0), element, *index);
}

/// The immediate that follows the registers.
std::string tail(const InsnBenchName &name) {
  if (name.has("zero"))
    return name.mnemonic.starts_with("f") ? ", #0.0" : ", #0";
  if (const auto degrees = name.number("deg = "))
    return format_text(", #{}", *degrees);
  if (name.mnemonic == "ext")
    return ", #1"; // whatever the name says
  if (name.mnemonic == "xar")
    return ", #17";
  for (const std::string_view sign : {"<<", ">>"})
    if (const auto by = name.number(sign); by && !name.has("reg"))
      return format_text(", #{}", *by);
  return "";
}

std::string lanes_text(const InsnBenchName &name) {
  std::string mnemonic = name.mnemonic == "not" ? "mvn" : name.mnemonic;
  const bool is_scalar = name.has("scl");
  if (is_scalar && adds_pair(mnemonic))
    return format_text("{} {}0, v1.2{}", mnemonic, name.element, name.element);
  if (name.has("clearing idiom"))
    return format_text("{} v0.16b, v1.16b, v1.16b", mnemonic);
  if (mnemonic == "orr" && name.arguments.empty()) // v0, v0 would be a copy
    return name.element == 'b' ? "orr v0.16b, v28.16b, v1.16b" : "";
  const bool is_shift_by_register = name.has("reg") && name.number("<<").has_value();
  const std::string immediate = tail(name);
  VectorShape shape = vector_shape(mnemonic);
  if (name.has("zero") || ((name.has("imm") || mnemonic.starts_with("sqshl")) && !immediate.empty()))
    shape.sources = 1;
  const OperandTypes types = types_from_source(shape, {name.element, is_scalar ? 0 : 16});
  std::string operands = source_operands(types, shape.sources, name.has("acc. fwd."));
  if (is_shift_by_register)
    operands = format_text("{}, {}, {}", register_text(types.result, 0), register_text(types.first, 1),
                           register_text(types.second, 1));
  if (mnemonic.starts_with("sxtl") || mnemonic.starts_with("uxtl"))
    return format_text("{}shll{} {}, #0", mnemonic.front(), mnemonic.substr(4), operands);
  return mnemonic + " " + operands + immediate;
}

bool is_listed_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

} // namespace

std::string vector_text(const InsnBenchName &name) {
  const std::string &mnemonic = name.mnemonic;
  if (name.element == 0 && is_listed_of(mnemonic, {"fcvt", "fcvtl", "fcvtl2", "fcvtn", "fcvtn2"}))
    return conversion_text(name);
  if (name.element == 0 && is_listed_of(mnemonic, {"tbl", "tbx"}))
    return table_text(name);
  if (mnemonic == "fcvtxn2")
    return "fcvtxn2 v0.4s, v1.2d";
  if (mnemonic.starts_with("sm3tt")) {
    const auto index = name.number("[");
    return index ? format_text("{} v0.4s, v0.4s, v1.s[{}]", mnemonic, *index) : "";
  }
  if (name.element == 0 || name.element == 'q')
    return "";
  if (is_listed_of(mnemonic, {"fmadd", "fmsub", "fnmadd", "fnmsub"}))
    return scalar_fused_text(name);
  if (is_listed_of(mnemonic, {"fcmp", "fcmpe", "fccmp", "fccmpe", "fcsel"}))
    return flag_text(name);
  const bool has_argument = !name.arguments.empty();
  if (has_argument &&
      (is_listed_of(mnemonic, {"movi", "mvni"}) || (name.has("imm") && is_listed_of(mnemonic, {"bic", "orr"}))))
    return immediate_text(name);
  if (mnemonic == "dup")
    return duplicate_text(name);
  if (mnemonic.ends_with("cvtf") || mnemonic.starts_with("fcvt"))
    return integer_conversion_text(name);
  if (has_argument && name.arguments.front() == "elem")
    return by_element_text(name);
  return mnemonic == "mov" ? "" : lanes_text(name);
}

} // namespace osaca::measure
