// Which instructions control does not come out of.
#include "loops/flow_graph.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace osaca {
namespace {

/// Traps that compilers emit for "cannot happen"; what stands behind them is not reached.
constexpr std::array<std::string_view, 9> traps = {"ud0", "ud1",    "ud2",   "hlt",    "udf",
                                                   "brk", "ebreak", "unimp", "c.unimp"};

/// From the C, C++ and Fortran run-time libraries and their ABI documents: declared noreturn there.
constexpr std::array<std::string_view, 28> noreturn_functions = {"abort",
                                                                 "exit",
                                                                 "_exit",
                                                                 "_Exit",
                                                                 "quick_exit",
                                                                 "thrd_exit",
                                                                 "pthread_exit",
                                                                 "longjmp",
                                                                 "_longjmp",
                                                                 "siglongjmp",
                                                                 "__longjmp_chk",
                                                                 "__assert_fail",
                                                                 "__assert_perror_fail",
                                                                 "__stack_chk_fail",
                                                                 "__fortify_fail",
                                                                 "__chk_fail",
                                                                 "__cxa_throw",
                                                                 "__cxa_rethrow",
                                                                 "__cxa_bad_cast",
                                                                 "__cxa_bad_typeid",
                                                                 "__cxa_throw_bad_array_new_length",
                                                                 "__cxa_pure_virtual",
                                                                 "__cxa_call_unexpected",
                                                                 "__cxa_call_terminate",
                                                                 "__clang_call_terminate",
                                                                 "_Unwind_Resume",
                                                                 "_ZSt9terminatev",
                                                                 "__libcpp_verbose_abort"};

/// std::__throw_length_error and its many siblings (mangled), Fortran's error stops, Rust's panics.
constexpr std::array<std::string_view, 5> noreturn_prefixes = {
    "_gfortran_runtime_error", "_gfortran_os_error", "_gfortran_stop_", "_gfortran_error_stop_", "_ZN4core9panicking"};

bool is_standard_throw(std::string_view name) {
  if (!name.starts_with("_ZSt"))
    return false;
  const auto digits_end = name.find_first_not_of("0123456789", 4);
  return digits_end != std::string_view::npos && name.substr(digits_end).starts_with("__throw_");
}

std::string_view symbol_of(const OperandValue &value) {
  if (const auto *label = std::get_if<LabelOperand>(&value))
    return label->label;
  if (const auto *immediate = std::get_if<ImmediateOperand>(&value))
    return immediate->symbol;
  if (const auto *memory = std::get_if<MemoryOperand>(&value))
    return memory->symbol; // call *abort@GOTPCREL(%rip)
  return {};
}

std::string_view callee(const Instruction &call) {
  std::string_view name = call.branch_target;
  for (std::size_t i = 0; name.empty() && i < call.operands.size(); ++i)
    name = symbol_of(call.operands[i].value);
  if (name.starts_with("__imp_")) // call *__imp_abort(%rip): through a DLL's address
    name.remove_prefix(6);
  return name.substr(0, name.find('@'));
}

} // namespace

bool never_returns(std::string_view name) {
  if (name.empty())
    return false;
  const auto is_prefix = [&](std::string_view prefix) { return name.starts_with(prefix); };
  return std::ranges::find(noreturn_functions, name) != noreturn_functions.end() ||
         std::ranges::any_of(noreturn_prefixes, is_prefix) || is_standard_throw(name) ||
         (name.starts_with("__ubsan_handle_") && name.ends_with("_abort"));
}

bool ends_flow(const Instruction &instruction) {
  if (instruction.is_return)
    return true;
  if (instruction.is_call)
    return never_returns(callee(instruction));
  return std::ranges::find(traps, instruction.mnemonic) != traps.end();
}

} // namespace osaca
