#include "measure/tables/published/vector_lanes.h"

#include "base/format.h"
#include "base/text.h"

#include <algorithm>
#include <array>

namespace osaca::measure {
namespace {

using Words = std::span<const std::string_view>;

bool is_one_of(std::string_view word, Words words) { return std::ranges::find(words, word) != words.end(); }

constexpr std::string_view single_source[] = {
    "abs",    "neg",    "cls",      "clz",      "cnt",      "mvn",     "not",     "rbit",   "rev16",  "rev32",
    "rev64",  "suqadd", "usqadd",   "sqabs",    "sqneg",    "urecpe",  "ursqrte", "fabs",   "fneg",   "fsqrt",
    "frecpe", "frecpx", "frsqrte",  "aesmc",    "aesimc",   "aese",    "aesd",    "sha1h",  "scvtf",  "ucvtf",
    "fmov",   "mov",    "sxtl",     "uxtl",     "shll",     "xtn",     "sqxtn",   "uqxtn",  "sqxtun", "fcvt",
    "fcvtl",  "fcvtn",  "fcvtxn",   "sshll",    "ushll",    "fcvtas",  "fcvtau",  "fcvtms", "fcvtmu", "fcvtns",
    "fcvtnu", "fcvtps", "fcvtpu",   "fcvtzs",   "fcvtzu",   "frinta",  "frinti",  "frintm", "frintn", "frintp",
    "frintx", "frintz", "frint32x", "frint32z", "frint64x", "frint64z"};

/// Their second operand is an immediate.
constexpr std::string_view shifts[] = {"shl",    "sli",    "sri",     "sshr",    "ushr",    "srshr",   "urshr",
                                       "ssra",   "usra",   "srsra",   "ursra",   "sqshlu",  "shrn",    "rshrn",
                                       "sqshrn", "uqshrn", "sqrshrn", "uqrshrn", "sqshrun", "sqrshrun"};

constexpr std::string_view additions[] = {
    "mla",     "mls",     "fmla",     "fmls",     "fmlal", "fmlsl", "smlal", "umlal", "smlsl",  "umlsl",
    "sqdmlal", "sqdmlsl", "sqrdmlah", "sqrdmlsh", "saba",  "uaba",  "sabal", "uabal", "sadalp", "uadalp",
    "sdot",    "udot",    "fcmla",    "ssra",     "usra",  "srsra", "ursra", "sli",   "sri"};

constexpr std::string_view long_operations[] = {"saddl",   "uaddl",   "ssubl",   "usubl", "sabdl", "uabdl", "sabal",
                                                "uabal",   "smull",   "umull",   "smlal", "umlal", "smlsl", "umlsl",
                                                "sqdmull", "sqdmlal", "sqdmlsl", "pmull", "fmlal", "fmlsl", "sxtl",
                                                "uxtl",    "shll",    "sshll",   "ushll", "fcvtl"};
constexpr std::string_view wide_operations[] = {"saddw", "uaddw", "ssubw", "usubw"};
constexpr std::string_view narrow_operations[] = {"addhn",   "raddhn",  "subhn",   "rsubhn",   "xtn",    "sqxtn",
                                                  "uqxtn",   "sqxtun",  "shrn",    "rshrn",    "sqshrn", "uqshrn",
                                                  "sqrshrn", "uqrshrn", "sqshrun", "sqrshrun", "fcvtn",  "fcvtxn"};
constexpr std::string_view pair_operations[] = {"saddlp", "uaddlp", "sadalp", "uadalp"};
constexpr std::string_view across_operations[] = {"addv",  "smaxv", "sminv",   "umaxv",  "uminv",
                                                  "fmaxv", "fminv", "fmaxnmv", "fminnmv"};

Lanes lanes_of(std::string_view mnemonic) {
  if (is_one_of(mnemonic, long_operations))
    return Lanes::longer;
  if (is_one_of(mnemonic, wide_operations))
    return Lanes::wide;
  if (is_one_of(mnemonic, narrow_operations))
    return Lanes::narrower;
  if (is_one_of(mnemonic, pair_operations))
    return Lanes::pairwise;
  if (is_one_of(mnemonic, across_operations))
    return Lanes::across;
  if (mnemonic == "saddlv" || mnemonic == "uaddlv")
    return Lanes::across_long;
  return mnemonic == "sdot" || mnemonic == "udot" ? Lanes::dot : Lanes::same;
}

int size_of(char element) {
  constexpr std::string_view elements = "bhsdq";
  return 1 << std::min(elements.find(element), elements.size() - 1);
}

char scaled(char element, int steps) {
  constexpr std::string_view elements = "bhsdq";
  const auto at = static_cast<int>(std::min(elements.find(element), elements.size() - 1)) + steps;
  return elements[static_cast<std::size_t>(std::clamp(at, 0, static_cast<int>(elements.size()) - 1))];
}

} // namespace

char wider(char element) { return scaled(element, 1); }
char narrower(char element) { return scaled(element, -1); }

std::optional<LaneType> lane_type(std::string_view text) {
  std::string_view rest = text;
  const std::optional<int> count = take_number<int>(rest);
  if (rest.size() != 1 || !contains("bhsdq", lower_cased(rest)))
    return std::nullopt;
  const char element = lower_letter(rest.front());
  if (!count)
    return LaneType{element, 0};
  const bool is_vector =
      *count > 0 && *count <= 16 && (*count * size_of(element) == 16 || *count * size_of(element) == 8);
  return is_vector ? std::optional(LaneType{element, *count * size_of(element)}) : std::nullopt;
}

std::string register_text(LaneType type, int number) {
  if (type.bytes == 0)
    return format_text("{}{}", type.element, number);
  return format_text("v{}.{}{}", number, type.bytes / size_of(type.element), type.element);
}

VectorShape vector_shape(std::string_view mnemonic) {
  VectorShape shape;
  if (mnemonic.ends_with('2') && lanes_of(mnemonic.substr(0, mnemonic.size() - 1)) != Lanes::same) {
    mnemonic.remove_suffix(1);
    shape.upper_half = true;
  }
  shape.lanes = lanes_of(mnemonic);
  shape.adds_to_result = is_one_of(mnemonic, additions);
  const bool is_single = is_one_of(mnemonic, single_source) || is_one_of(mnemonic, shifts) ||
                         shape.lanes == Lanes::pairwise || shape.lanes == Lanes::across ||
                         shape.lanes == Lanes::across_long;
  shape.sources = is_single ? 1 : 2;
  if (mnemonic == "bcax" || mnemonic == "eor3")
    shape.sources = 3;
  if (mnemonic.starts_with("fmlal") || mnemonic.starts_with("fmlsl"))
    shape.upper_half = false; // it takes the upper half of a half register
  return shape;
}

bool adds_pair(std::string_view mnemonic) {
  constexpr std::string_view reductions[] = {"addp", "faddp", "fmaxp", "fminp", "fmaxnmp", "fminnmp"};
  return is_one_of(mnemonic, reductions);
}

OperandTypes types_from_source(const VectorShape &shape, LaneType first) {
  OperandTypes types{first, first, first};
  const bool is_scalar = first.bytes == 0;
  switch (shape.lanes) {
  case Lanes::same: break;
  case Lanes::longer:
    types.first.bytes = is_scalar ? 0 : shape.upper_half ? 16 : 8;
    types.second = types.first;
    types.result = {wider(first.element), is_scalar ? 0 : 16};
    break;
  case Lanes::wide:
    types.first.bytes = types.result.bytes = 16;
    types.second = {narrower(first.element), shape.upper_half ? 16 : 8};
    break;
  case Lanes::narrower:
    types.first.bytes = types.second.bytes = is_scalar ? 0 : 16;
    types.result = {narrower(first.element), is_scalar ? 0 : shape.upper_half ? 16 : 8};
    break;
  case Lanes::pairwise: types.result.element = wider(first.element); break;
  case Lanes::across: types.result.bytes = 0; break;
  case Lanes::across_long: types.result = {wider(first.element), 0}; break;
  case Lanes::dot: types.result.element = 's'; break;
  }
  return types;
}

OperandTypes types_from_result(const VectorShape &shape, LaneType result) {
  LaneType first = result;
  if (shape.lanes == Lanes::longer || shape.lanes == Lanes::pairwise)
    first.element = narrower(result.element);
  return types_from_source(shape, first);
}

} // namespace osaca::measure
