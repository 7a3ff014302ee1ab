#include "analysis/roofline/float_operations.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace osaca {
namespace {

/// Elements by the end of the mnemonic.
struct X86Suffix {
  std::string_view text;
  int element_bits = 0;
  bool is_packed = false;
};
constexpr std::array<X86Suffix, 7> x86_suffixes = {{{"bf16", 16, true},
                                                    {"ps", 32, true},
                                                    {"pd", 64, true},
                                                    {"ph", 16, true},
                                                    {"ss", 32, false},
                                                    {"sd", 64, false},
                                                    {"sh", 16, false}}};

constexpr std::array<std::string_view, 18> x86_single_operations = {
    "add",  "sub", "mul",   "div",   "sqrt",    "min",   "max",     "addsub", "hadd",
    "hsub", "rcp", "rsqrt", "rcp14", "rsqrt14", "rcp28", "rsqrt28", "range",  "minmax"};

/// Operations on groups of elements.
struct X86GroupOperation {
  std::string_view name; ///< with its suffix
  int group_bits = 0;
  int operations = 0; ///< of a group
  int number_bits = 0;
};
constexpr std::array<X86GroupOperation, 12> x86_group_operations = {{
    {"dpps", 128, 7, 32}, // four products and the three additions of their sum
    {"dppd", 128, 3, 64},
    {"dpbf16ps", 32, 4, 16}, // two products, added to an element
    {"dpphps", 32, 4, 16},
    {"fmulcph", 32, 6, 16}, // a complex product: four products and two additions
    {"fcmulcph", 32, 6, 16},
    {"fmaddcph", 32, 8, 16},
    {"fcmaddcph", 32, 8, 16},
    {"fmulcsh", 0, 6, 16}, // a single group
    {"fcmulcsh", 0, 6, 16},
    {"fmaddcsh", 0, 8, 16},
    {"fcmaddcsh", 0, 8, 16},
}};

constexpr std::array<std::string_view, 8> x87_operations = {"fadd", "fiadd", "fsub", "fisub",
                                                            "fmul", "fimul", "fdiv", "fidiv"};
constexpr std::array<std::string_view, 11> x87_functions = {"fsin",  "fcos",    "fsincos", "fptan",  "fpatan", "fyl2x",
                                                            "f2xm1", "fyl2xp1", "fprem",   "fprem1", "fscale"};

struct X86Vectors {
  int widest_bits = 0;
  bool is_masked = false;
};

X86Vectors vectors_of(const Instruction &instruction) {
  X86Vectors found;
  for (const Operand &operand : instruction.operands)
    if (const Register *reg = as_register(operand); reg != nullptr && !operand.implicit) {
      if (reg->kind == RegisterKind::vector)
        found.widest_bits = std::max(found.widest_bits, reg->width_bits);
      found.is_masked = found.is_masked || (reg->kind == RegisterKind::mask && operand.read);
    }
  return found;
}

FloatOperations x87_float_operations(std::string_view name) {
  const auto begins = [&](std::string_view known) { return name.starts_with(known); };
  if (std::ranges::find(x87_functions, name) != x87_functions.end())
    return {FloatFormat::extended, 0, false};
  return {FloatFormat::extended, name == "fsqrt" || std::ranges::any_of(x87_operations, begins) ? 1 : 0};
}

/// "fmadd231", "fnmsub", "fmaddsub132"
bool is_fused(std::string_view base) {
  return base.starts_with("fmadd") || base.starts_with("fmsub") || base.starts_with("fnmadd") ||
         base.starts_with("fnmsub");
}

} // namespace

FloatOperations x86_float_operations(const Instruction &instruction) {
  const X86Vectors vectors = vectors_of(instruction);
  std::string_view name = instruction.mnemonic;
  if (vectors.widest_bits == 0)
    return x87_float_operations(name);
  if (name.starts_with('v'))
    name.remove_prefix(1);
  const auto *const group = std::ranges::find(x86_group_operations, name, &X86GroupOperation::name);
  if (group != x86_group_operations.end())
    return {float_format_of(group->number_bits),
            group->group_bits == 0 ? group->operations : vectors.widest_bits / group->group_bits * group->operations,
            true, vectors.is_masked};
  const auto *const suffix =
      std::ranges::find_if(x86_suffixes, [&](const X86Suffix &one) { return name.ends_with(one.text); });
  if (suffix == x86_suffixes.end())
    return {};
  const std::string_view base = name.substr(0, name.size() - suffix->text.size());
  const std::int64_t elements = suffix->is_packed ? vectors.widest_bits / suffix->element_bits : 1;
  if (is_fused(base))
    return {float_format_of(suffix->element_bits), 2 * elements, true, vectors.is_masked};
  if (std::ranges::find(x86_single_operations, base) != x86_single_operations.end())
    return {float_format_of(suffix->element_bits), elements, true, vectors.is_masked};
  return {};
}

} // namespace osaca
