// Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2. Places are counted from the top of
// the stack before the instruction. So a push writes place -1, and a result that becomes the top by a pop is in place
// 1.
#include "decode/lower/lowered_operands.h"

#include "base/index.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace osaca {
namespace {

constexpr int places = 8;

enum class Group {
  push,         ///< fld of memory or a constant; fld of a register copies it
  store,        ///< of the top, to memory or to a register
  arithmetic,   ///< of the top with memory or another register; either may get the result
  top,          ///< changes the top
  top_by_next,  ///< changes the top, using the value below it
  next_by_top,  ///< the value below the top gets the result
  top_and_push, ///< changes the top and pushes a second result
  compare,      ///< compares the top with memory, another register or no operand
  compare_next, ///< compares the top with the value below it
  move_if,      ///< conditionally moves another register to the top
  exchange,
  rotate, ///< moves the top pointer only
  lose,   ///< clears, saves or loads the whole stack
};

struct Operation {
  std::string_view mnemonic;
  Group group;
  int pops = 0;
};

constexpr std::array operations = {
    Operation{"fld", Group::push, -1},
    Operation{"fild", Group::push, -1},
    Operation{"fbld", Group::push, -1},
    Operation{"fld1", Group::push, -1},
    Operation{"fldz", Group::push, -1},
    Operation{"fldpi", Group::push, -1},
    Operation{"fldl2e", Group::push, -1},
    Operation{"fldl2t", Group::push, -1},
    Operation{"fldlg2", Group::push, -1},
    Operation{"fldln2", Group::push, -1},
    Operation{"fst", Group::store},
    Operation{"fist", Group::store},
    Operation{"fstp", Group::store, 1},
    Operation{"fistp", Group::store, 1},
    Operation{"fisttp", Group::store, 1},
    Operation{"fbstp", Group::store, 1},
    Operation{"fadd", Group::arithmetic},
    Operation{"faddp", Group::arithmetic, 1},
    Operation{"fiadd", Group::arithmetic},
    Operation{"fsub", Group::arithmetic},
    Operation{"fsubp", Group::arithmetic, 1},
    Operation{"fisub", Group::arithmetic},
    Operation{"fsubr", Group::arithmetic},
    Operation{"fsubrp", Group::arithmetic, 1},
    Operation{"fisubr", Group::arithmetic},
    Operation{"fmul", Group::arithmetic},
    Operation{"fmulp", Group::arithmetic, 1},
    Operation{"fimul", Group::arithmetic},
    Operation{"fdiv", Group::arithmetic},
    Operation{"fdivp", Group::arithmetic, 1},
    Operation{"fidiv", Group::arithmetic},
    Operation{"fdivr", Group::arithmetic},
    Operation{"fdivrp", Group::arithmetic, 1},
    Operation{"fidivr", Group::arithmetic},
    Operation{"fchs", Group::top},
    Operation{"fabs", Group::top},
    Operation{"fsqrt", Group::top},
    Operation{"frndint", Group::top},
    Operation{"fsin", Group::top},
    Operation{"fcos", Group::top},
    Operation{"f2xm1", Group::top},
    Operation{"fscale", Group::top_by_next},
    Operation{"fprem", Group::top_by_next},
    Operation{"fprem1", Group::top_by_next},
    Operation{"fpatan", Group::next_by_top, 1},
    Operation{"fyl2x", Group::next_by_top, 1},
    Operation{"fyl2xp1", Group::next_by_top, 1},
    Operation{"fptan", Group::top_and_push, -1},
    Operation{"fsincos", Group::top_and_push, -1},
    Operation{"fxtract", Group::top_and_push, -1},
    Operation{"fcom", Group::compare},
    Operation{"fcomp", Group::compare, 1},
    Operation{"fucom", Group::compare},
    Operation{"fucomp", Group::compare, 1},
    Operation{"fcomi", Group::compare},
    Operation{"fcomip", Group::compare, 1},
    Operation{"fcompi", Group::compare, 1},
    Operation{"fucomi", Group::compare},
    Operation{"fucomip", Group::compare, 1},
    Operation{"fucompi", Group::compare, 1},
    Operation{"ficom", Group::compare},
    Operation{"ficomp", Group::compare, 1},
    Operation{"ftst", Group::compare},
    Operation{"fxam", Group::compare},
    Operation{"fcompp", Group::compare_next, 2},
    Operation{"fucompp", Group::compare_next, 2},
    Operation{"fcmovb", Group::move_if},
    Operation{"fcmove", Group::move_if},
    Operation{"fcmovbe", Group::move_if},
    Operation{"fcmovu", Group::move_if},
    Operation{"fcmovnb", Group::move_if},
    Operation{"fcmovne", Group::move_if},
    Operation{"fcmovnbe", Group::move_if},
    Operation{"fcmovnu", Group::move_if},
    Operation{"fxch", Group::exchange},
    Operation{"fincstp", Group::rotate, 1},
    Operation{"fdecstp", Group::rotate, -1},
    Operation{"ffree", Group::lose},
    Operation{"ffreep", Group::lose},
    Operation{"fninit", Group::lose},
    Operation{"finit", Group::lose},
    Operation{"fnsave", Group::lose},
    Operation{"fsave", Group::lose},
    Operation{"frstor", Group::lose},
    Operation{"fldenv", Group::lose},
    Operation{"fxrstor", Group::lose},
    Operation{"fxrstor64", Group::lose},
};

/// The stack operands of one instruction.
class StackOperands {
public:
  StackOperands(Instruction &made, RegisterTable &registers) : made_(made), registers_(registers) {
    std::erase_if(made.operands, [](const Operand &operand) { // LLVM lists the top inconsistently
      const Register *reg = as_register(operand);
      return operand.implicit && reg && reg->kind == RegisterKind::register_stack;
    });
    for (Operand &operand : made.operands)
      if (const Register *reg = as_register(operand); reg && reg->kind == RegisterKind::register_stack) {
        named_ = &operand - made.operands.data();
        place_ = reg->units.front() % places;
        operand.read = operand.written = false;
      }
  }

  [[nodiscard]] bool names_one() const { return named_.has_value(); }

  /// The register that is named in the text.
  void read_named() {
    if (named_)
      made_.operands[at(*named_)].read = true;
  }
  void write_named() {
    if (named_)
      made_.operands[at(*named_)].written = true;
  }
  /// Adds an operand, whether the text names it or not.
  void use(int place, bool reads, bool writes) {
    if (named_ && place_ == place) {
      Operand &operand = made_.operands[at(*named_)];
      operand.read |= reads;
      operand.written |= writes;
      return;
    }
    made_.operands.push_back({RegisterOperand{registers_.on_stack(place)}, reads, writes, true, false});
  }

private:
  Instruction &made_;
  RegisterTable &registers_;
  std::optional<std::ptrdiff_t> named_; ///< operand of the named register
  int place_ = 0;
};

/// "ADD_FST0r": the top gets the result; "ADD_FrST0", "ADD_FPrST0": the named register.
bool result_on_top(std::string_view opcode) { return opcode.ends_with("ST0r"); }

void add_operands(Group group, std::string_view opcode, StackOperands &operands) {
  switch (group) {
  case Group::push: operands.read_named(); return operands.use(places - 1, false, true);
  case Group::store: operands.write_named(); return operands.use(0, true, false);
  case Group::arithmetic: {
    const bool on_top = !operands.names_one() || result_on_top(opcode);
    operands.read_named();
    if (!on_top)
      operands.write_named();
    return operands.use(0, true, on_top);
  }
  case Group::top: return operands.use(0, true, true);
  case Group::top_by_next: operands.use(0, true, true); return operands.use(1, true, false);
  case Group::next_by_top: operands.use(0, true, false); return operands.use(1, true, true);
  case Group::top_and_push: operands.use(0, true, true); return operands.use(places - 1, false, true);
  case Group::compare: operands.read_named(); return operands.use(0, true, false);
  case Group::compare_next: operands.use(0, true, false); return operands.use(1, true, false);
  case Group::move_if: operands.read_named(); return operands.use(0, true, true);
  case Group::exchange:
    operands.read_named();
    operands.write_named();
    return operands.use(0, true, true);
  case Group::rotate:
  case Group::lose: break;
  }
}

} // namespace

void add_register_stack(Instruction &made, RegisterTable &registers) {
  if (!made.mnemonic.starts_with('f'))
    return;
  const auto *operation =
      std::ranges::find_if(operations, [&](const Operation &known) { return known.mnemonic == made.mnemonic; });
  if (operation == operations.end())
    return;
  made.register_stack =
      RegisterStackUse{operation->pops, operation->group == Group::exchange, operation->group == Group::lose};
  StackOperands operands(made, registers);
  add_operands(operation->group, made.opcode, operands);
}

} // namespace osaca
