#include "measure/tables/published/applecpu_text.h"

#include "base/format.h"
#include "base/text.h"
#include "measure/tables/published/vector_lanes.h"

#include <algorithm>
#include <array>
#include <optional>

namespace osaca::measure {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 16> cryptography = {{
    {"aesd aese aesmc aesimc", "v0.16b, v8.16b"},
    {"sha1c sha1m sha1p", "q0, s8, v9.4s"},
    {"sha1h", "s0, s8"},
    {"sha1su0 sha256su1", "v0.4s, v8.4s, v9.4s"},
    {"sha1su1 sha256su0", "v0.4s, v8.4s"},
    {"sha256h sha256h2", "q0, q8, v9.4s"},
    {"sha512h sha512h2", "q0, q8, v9.2d"},
    {"sha512su0", "v0.2d, v8.2d"},
    {"sha512su1", "v0.2d, v8.2d, v9.2d"},
    {"rax1", "v0.2d, v8.2d, v9.2d"},
    {"xar", "v0.2d, v8.2d, v9.2d, #3"},
    {"fjcvtzs", "w0, d8"},
}};

/// The two words of "H to W" or, turned around, of "W from H".
struct Way {
  std::string from;
  std::string to;
};

std::optional<Way> way_of(const std::string &argument) {
  if (const std::size_t at = argument.find(" to "); at != std::string::npos)
    return Way{argument.substr(0, at), argument.substr(at + 4)};
  if (const std::size_t at = argument.find(" from "); at != std::string::npos)
    return Way{argument.substr(at + 6), argument.substr(0, at)};
  return std::nullopt;
}

/// "W" -> w8, "4H" -> v8.4h, "D[1]" -> v8.d[1]; empty: neither.
std::string register_of(const std::string &word, int number) {
  if (word == "W" || word == "X")
    return format_text("{}{}", lower_cased(word), number);
  if (word == "D[1]")
    return format_text("v{}.d[1]", number);
  const auto type = lane_type(word);
  return type ? register_text(*type, number) : "";
}

std::string way_text(const AppleName &name, const Way &way) {
  const std::string to = register_of(way.to, 0);
  std::string from = register_of(way.from, 8);
  if (to.empty() || from.empty())
    return "";
  std::string mnemonic = name.mnemonic;
  if (mnemonic == "umov" || mnemonic == "smov") {
    from = format_text("v8.{}[1]", lower_cased(way.from));
    if (mnemonic == "umov" && (way.from == "D" || way.from == "S"))
      mnemonic = "mov"; // the name that is preferred for whole registers
  }
  return format_text("{} {}, {}{}", mnemonic, to, from, name.has("fixed-point") ? ", #3" : "");
}

char general_file(char element) { return element == 'd' ? 'x' : 'w'; }

/// ins and dup, which LLVM prints as mov in part.
std::string element_copy_text(const AppleName &name, LaneType type) {
  const char e = type.element;
  if (name.mnemonic == "dup") {
    if (name.has("scalar"))
      return format_text("mov {}0, v8.{}[1]", e, e);
    const std::string result = register_text(type, 0);
    return name.has("general") ? format_text("dup {}, {}8", result, general_file(e))
                               : format_text("dup {}, v8.{}[1]", result, e);
  }
  if (name.has("general"))
    return format_text("mov v0.{}[{}], {}8", e, e == 'd' ? 1 : 2, general_file(e));
  return format_text("mov v0.{}[{}], v8.{}[1]", e, e == 'd' ? 0 : 2, e);
}

std::string constant_operand_text(const AppleName &name, LaneType type) {
  const std::string result = register_text(type, 0);
  if (name.mnemonic == "fmov")
    return format_text("fmov {}, #1.00000000", result);
  if (name.has("64-bit"))
    return format_text("movi {}, #0x0000000000ff00", result);
  if (!name.mnemonic.starts_with("m"))
    return format_text("{} {}, #1", name.mnemonic, result);
  const std::string shift = name.has("lsl") ? ", lsl #8" : name.has("msl") ? ", msl #8" : "";
  return format_text("{} {}, #{}{}", name.mnemonic, result, name.has("zero") ? 0 : 3, shift);
}

std::string flags_text(const AppleName &name, LaneType type) {
  const char e = type.element;
  if (name.mnemonic == "fcsel")
    return format_text("fcsel {}0, {}8, {}9, lt", e, e, e);
  return format_text("{} {}0, {}1{}", name.mnemonic, e, e, name.mnemonic.starts_with("fcc") ? ", #0, lt" : "");
}

std::string lookup_text(const AppleName &name, LaneType type) {
  constexpr std::string_view counts[] = {"single", "two", "three", "four"};
  for (int i = 0; i < 4; ++i) {
    if (!name.has(std::string(counts[i]) + " register table"))
      continue;
    std::vector<std::string> list;
    for (int n = 0; n <= i; ++n)
      list.push_back(format_text("v{}.16b", 8 + n));
    return format_text("{} {}, {{ {} }}, {}", name.mnemonic, register_text(type, 0), joined(list),
                       register_text(type, 9 + i));
  }
  return "";
}

/// The immediate that follows the registers.
std::string immediate_operand(const AppleName &name, const OperandTypes &types) {
  const std::string &mnemonic = name.mnemonic;
  constexpr std::string_view shifts[] = {"shl",   "sli",   "sri",    "sshr",   "ushr",  "srshr",
                                         "urshr", "ssra",  "usra",   "srsra",  "ursra", "sqshlu",
                                         "sshll", "ushll", "sshll2", "ushll2", "ext"};
  if (mnemonic == "fcadd" || mnemonic == "fcmla")
    return ", #90";
  if (name.has("zero"))
    return mnemonic.starts_with("f") ? ", #0.0" : ", #0";
  if (mnemonic == "shll" || mnemonic == "shll2")
    return types.first.element == 'b' ? ", #8" : types.first.element == 'h' ? ", #16" : ", #32";
  const bool is_narrowing_shift = contains(mnemonic, "shr") && vector_shape(mnemonic).lanes == Lanes::narrower;
  return is_narrowing_shift || name.has("immediate") || std::ranges::find(shifts, mnemonic) != std::end(shifts) ? ", #3"
                                                                                                                : "";
}

std::string lanes_operands_text(const AppleName &name, LaneType type) {
  std::string mnemonic = name.mnemonic == "not" ? "mvn" : name.mnemonic;
  const bool is_extension = mnemonic.starts_with("sxtl") || mnemonic.starts_with("uxtl");
  VectorShape shape = vector_shape(mnemonic);
  OperandTypes types = types_from_result(shape, type);
  if (type.bytes == 8 && shape.lanes == Lanes::longer) // fmlal: the sources are quarters of registers
    types = {type, {types.first.element, 4}, {types.first.element, 4}};
  const std::string immediate = is_extension ? ", #0" : immediate_operand(name, types);
  if (name.has("zero") || name.has("immediate"))
    shape.sources = 1;
  if (is_extension)
    mnemonic = std::string(1, mnemonic.front()) + "shll" + mnemonic.substr(4);
  std::string text = format_text("{} {}", mnemonic, register_text(types.result, 0));
  for (int i = 0; i < shape.sources; ++i) {
    const LaneType &source = i == 0 ? types.first : types.second;
    const std::string element = shape.lanes == Lanes::dot ? "4b" : std::string(1, source.element);
    text += ", ";
    text += i > 0 && name.has("by element") ? format_text("v{}.{}[1]", 8 + i, element) : register_text(source, 8 + i);
  }
  return text + immediate;
}

} // namespace

std::string apple_vector_text(const AppleName &name) {
  const std::string &mnemonic = name.mnemonic;
  if (contains(mnemonic, "+"))
    return ""; // two instructions; the name does not tell what the second one is applied to
  if (name.arguments.empty()) {
    for (const auto &[mnemonics, operands] : cryptography)
      if (contains(" " + std::string(mnemonics) + " ", " " + mnemonic + " "))
        return format_text("{} {}", mnemonic, operands);
    return "";
  }
  if (const auto way = way_of(name.last()))
    return way_text(name, *way);
  std::optional<LaneType> type;
  for (const std::string &argument : name.arguments)
    if (const auto one = lane_type(argument))
      type = one;
  if (name.has("scalar") && adds_pair(mnemonic)) {
    const char e = type ? type->element : 'd';
    return format_text("{} {}0, v8.2{}", mnemonic, e, e);
  }
  if (!type)
    return "";
  if (mnemonic == "fmadd" || mnemonic == "fmsub" || mnemonic == "fnmadd" || mnemonic == "fnmsub")
    return format_text("{} {}0, {}8, {}9, {}10", mnemonic, type->element, type->element, type->element, type->element);
  if (mnemonic.starts_with("fcmp") || mnemonic.starts_with("fccmp") || mnemonic == "fcsel")
    return flags_text(name, *type);
  if (mnemonic == "ins" || mnemonic == "dup")
    return element_copy_text(name, *type);
  if (mnemonic == "tbl" || mnemonic == "tbx")
    return lookup_text(name, *type);
  const bool has_constant = mnemonic == "movi" || mnemonic == "mvni" ||
                            (name.has("immediate") && (mnemonic == "fmov" || mnemonic == "orr" || mnemonic == "bic"));
  if (has_constant)
    return constant_operand_text(name, *type);
  const bool is_conversion = name.has("fixed-point");
  return lanes_operands_text(name, *type) + (is_conversion ? ", #3" : "");
}

} // namespace osaca::measure
