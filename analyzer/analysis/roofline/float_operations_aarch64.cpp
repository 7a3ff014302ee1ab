#include "analysis/roofline/float_operations.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace osaca {
namespace {

constexpr std::array<std::string_view, 24> aarch64_single_operations = {
    "fadd",   "fsub", "fsubr", "fmul",   "fnmul",   "fmulx", "fdiv",  "fdivr", "fsqrt",   "fmin",    "fmax",  "fminnm",
    "fmaxnm", "fabd", "fcadd", "frecpe", "frsqrte", "faddp", "fmaxp", "fminp", "fmaxnmp", "fminnmp", "famax", "famin"};

/// A product and a sum for each element of the result. frecps is 2 - a * b, and frsqrts half of 3 - a * b.
constexpr std::array<std::string_view, 15> aarch64_double_operations = {
    "fmadd", "fmsub", "fnmadd", "fnmsub", "fmla",  "fmls",   "fmad",   "fmsb",
    "fnmad", "fnmsb", "fnmla",  "fnmls",  "fcmla", "frecps", "frsqrts"};

/// With results of twice the size.
constexpr std::array<std::string_view, 12> aarch64_widening = {"fmlal",   "fmlal2",  "fmlsl",   "fmlsl2",
                                                               "fmlalb",  "fmlalt",  "fmlslb",  "fmlslt",
                                                               "bfmlalb", "bfmlalt", "bfmlslb", "bfmlslt"};

constexpr std::array<std::string_view, 5> aarch64_reductions = {"faddv", "fmaxv", "fminv", "fmaxnmv", "fminnmv"};

template <class Names> bool is_one_of_names(const Names &names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

struct AArch64Elements {
  int bits = 0;           ///< of an element; 0: not known
  std::int64_t count = 0; ///< 0: not known
  bool is_masked = false;
};

int element_bits_of(char letter) { return letter == 'H' ? 16 : letter == 'S' ? 32 : letter == 'D' ? 64 : 0; }

int register_bits(const Instruction &instruction) {
  for (const Operand &operand : instruction.operands)
    if (const Register *reg = as_register(operand); reg != nullptr && reg->kind == RegisterKind::vector)
      return reg->width_bits;
  return 0;
}

/// SVE: "FMLA_ZPmZZ_D", "FADDV_VPZ_S"
AArch64Elements scalable_elements(std::string_view opcode, int vector_bits) {
  AArch64Elements found;
  const std::size_t last = opcode.rfind('_');
  found.bits = element_bits_of(opcode[std::min(last + 1, opcode.size() - 1)]);
  if (opcode.substr(last + 1).starts_with('Z') || opcode.substr(last + 1).starts_with('V'))
    found.bits = 32; // BFDOT_ZZZ and similar ones, whose results are of one size
  found.count = found.bits > 0 ? vector_bits / found.bits : 0;
  found.is_masked = opcode.find("ZP") != std::string_view::npos || opcode.find("VP") != std::string_view::npos;
  return found;
}

/// NEON: "FADDv4f32", "FMULv2i64_indexed", "BFDOTv4bf16". Empty: there is no such part.
std::optional<AArch64Elements> fixed_elements(std::string_view opcode) {
  constexpr std::string_view digits = "0123456789";
  for (std::size_t at = opcode.find('v'); at != std::string_view::npos; at = opcode.find('v', at + 1)) {
    const std::size_t letters = std::min(opcode.find_first_not_of(digits, at + 1), opcode.size());
    const std::size_t number = std::min(opcode.find_first_of(digits, letters), opcode.size());
    const std::size_t end = std::min(opcode.find_first_not_of(digits, number), opcode.size());
    const std::string_view type = opcode.substr(letters, number - letters);
    const auto count = parse_number<int>(opcode.substr(at + 1, letters - at - 1));
    const auto bits = parse_number<int>(opcode.substr(number, end - number));
    if (count && bits && (type == "f" || type == "i" || type == "bf"))
      return AArch64Elements{*bits, *count};
  }
  return std::nullopt;
}

AArch64Elements elements_of(const Instruction &instruction, int vector_bits) {
  const std::string_view opcode = instruction.opcode;
  if (opcode.find("_Z") != std::string_view::npos || opcode.find("_VP") != std::string_view::npos)
    return scalable_elements(opcode, vector_bits);
  if (const auto fixed = fixed_elements(opcode))
    return *fixed;
  return {register_bits(instruction), 1};
}

/// Matrix products and dot products, whose results have 32 bits unless they are of doubles: operations for so many bits
/// of the result.
struct AArch64Product {
  std::string_view name;
  std::int64_t operations = 0;
  int result_bits = 0;
  int number_bits = 0;
};
constexpr std::array<AArch64Product, 2> aarch64_products = {{
    {"bfdot", 4, 32, 16},    // two products, added to an element
    {"bfmmla", 32, 128, 16}, // four results of four products each
}};

} // namespace

FloatOperations aarch64_float_operations(const Instruction &instruction, int vector_bits) {
  const std::string_view name = instruction.mnemonic;
  const bool is_scalable = instruction.opcode.find("_Z") != std::string::npos;
  const AArch64Elements elements = elements_of(instruction, vector_bits);
  const auto made = [&](int bits, std::int64_t count) {
    return FloatOperations{float_format_of(bits), std::max<std::int64_t>(count, 0), count > 0, elements.is_masked};
  };
  const int whole_bits = is_scalable ? vector_bits : register_bits(instruction);
  if (const auto *const product = std::ranges::find(aarch64_products, name, &AArch64Product::name);
      product != aarch64_products.end())
    return made(product->number_bits, whole_bits / product->result_bits * product->operations);
  if (name == "fmmla") // four results of two products each, in 128 bits of singles or 256 bits of doubles
    return made(elements.bits, elements.count / 4 * 16);
  if (name.starts_with("fmop") || name.starts_with("bfmop"))
    return {FloatFormat::single_precision, 0, false};
  if (is_one_of_names(aarch64_widening, name))
    return made(name.starts_with('b') ? 16 : 32, 2 * (whole_bits / 32));
  if (is_one_of_names(aarch64_reductions, name))
    return made(elements.bits, elements.count - 1);
  if (name == "fadda")
    return made(elements.bits, elements.count);
  const std::string plain = name.starts_with("bf") ? std::string(name.substr(1)) : std::string(name);
  const int bits = name.starts_with("bf") ? 16 : elements.bits;
  // The pairwise sum of two elements ("faddp d0, v0.2d") has one result.
  const bool is_pair = instruction.opcode.ends_with('p') && !is_scalable;
  if (is_one_of_names(aarch64_single_operations, plain))
    return made(bits, is_pair ? 1 : elements.count);
  if (is_one_of_names(aarch64_double_operations, plain))
    return made(bits, 2 * elements.count);
  return {};
}

} // namespace osaca
