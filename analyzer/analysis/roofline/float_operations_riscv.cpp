#include "analysis/roofline/float_operations.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace osaca {
namespace {

constexpr std::array<std::string_view, 7> riscv_single_operations = {"fadd",  "fsub", "fmul", "fdiv",
                                                                     "fsqrt", "fmin", "fmax"};
constexpr std::array<std::string_view, 4> riscv_double_operations = {"fmadd", "fmsub", "fnmadd", "fnmsub"};

constexpr std::array<std::string_view, 11> riscv_vector_single = {
    "vfadd", "vfsub", "vfrsub", "vfmul", "vfdiv", "vfrdiv", "vfsqrt", "vfmin", "vfmax", "vfrec7", "vfrsqrt7"};
constexpr std::array<std::string_view, 8> riscv_vector_double = {"vfmacc", "vfnmacc", "vfmsac", "vfnmsac",
                                                                 "vfmadd", "vfnmadd", "vfmsub", "vfnmsub"};
constexpr std::array<std::string_view, 3> riscv_widening_single = {"vfwadd", "vfwsub", "vfwmul"};
constexpr std::array<std::string_view, 4> riscv_widening_double = {"vfwmacc", "vfwnmacc", "vfwmsac", "vfwnmsac"};
/// As many operations as elements: the first one is that with the scalar.
constexpr std::array<std::string_view, 4> riscv_reductions = {"vfredusum", "vfredosum", "vfredmin", "vfredmax"};
constexpr std::array<std::string_view, 2> riscv_widening_reductions = {"vfwredusum", "vfwredosum"};

template <class Names> bool has_riscv_name(const Names &names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

int bits_of_riscv_suffix(std::string_view suffix) {
  return suffix == "h" ? 16 : suffix == "s" ? 32 : suffix == "d" ? 64 : 0;
}

/// `result_bits`: the size of an element of the result is this many times SEW.
FloatOperations vector_operations(const Instruction &instruction, int vector_bits, std::int64_t each, int widening) {
  FloatOperations made;
  made.is_masked = instruction.is_masked;
  const VectorType &type = instruction.vector_type;
  if (!type.log_element_bits || !type.log_group || vector_bits == 0)
    return {made.format, 0, false, made.is_masked};
  const int bits = 1 << *type.log_element_bits;
  const int group_bits = *type.log_group >= 0 ? vector_bits << *type.log_group : vector_bits >> -*type.log_group;
  made.format = float_format_of(bits * widening);
  made.count = each * (group_bits / bits);
  return made;
}

} // namespace

FloatOperations riscv_float_operations(const Instruction &instruction, int vector_bits) {
  const std::string_view mnemonic = instruction.mnemonic;
  const std::string_view name = mnemonic.substr(0, mnemonic.find('.'));
  const int bits = bits_of_riscv_suffix(mnemonic.substr(std::min(name.size() + 1, mnemonic.size())));
  if (has_riscv_name(riscv_single_operations, name) && bits > 0)
    return {float_format_of(bits), 1};
  if (has_riscv_name(riscv_double_operations, name) && bits > 0)
    return {float_format_of(bits), 2};
  if (has_riscv_name(riscv_vector_single, name) || has_riscv_name(riscv_reductions, name))
    return vector_operations(instruction, vector_bits, 1, 1);
  if (has_riscv_name(riscv_vector_double, name))
    return vector_operations(instruction, vector_bits, 2, 1);
  if (has_riscv_name(riscv_widening_single, name) || has_riscv_name(riscv_widening_reductions, name))
    return vector_operations(instruction, vector_bits, 1, 2);
  if (has_riscv_name(riscv_widening_double, name))
    return vector_operations(instruction, vector_bits, 2, 2);
  return {};
}

} // namespace osaca
