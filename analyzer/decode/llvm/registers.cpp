#include "decode/llvm/registers.h"

#include "base/format.h"
#include "base/text.h"

#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

namespace osaca {
namespace {

bool any_of_names(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

bool letter_then_digit(std::string_view name, std::string_view letters) {
  return name.size() >= 2 && letters.find(name[0]) != std::string_view::npos && std::isdigit(name[1]) != 0;
}

RegisterKind kind_on_x86(std::string_view name) {
  if (any_of_names(name, {"RSP", "ESP", "SP", "SPL"}))
    return RegisterKind::stack_pointer;
  if (any_of_names(name, {"RIP", "EIP", "IP"}))
    return RegisterKind::program_counter;
  if (name.starts_with("XMM") || name.starts_with("YMM") || name.starts_with("ZMM") ||
      letter_then_digit(name.substr(1), "M"))
    return RegisterKind::vector;
  if (letter_then_digit(name, "K"))
    return RegisterKind::mask;
  if (name == "EFLAGS")
    return RegisterKind::flag;
  if (any_of_names(name, {"CS", "DS", "ES", "FS", "GS", "SS", "DF", "MXCSR", "FPSW", "FPCW", "SSP"}) ||
      name.starts_with("FP") || name.starts_with("ST") || name.starts_with("CR") || name.starts_with("DR") ||
      name.starts_with("TMM"))
    return RegisterKind::other;
  return RegisterKind::gpr;
}

RegisterKind kind_on_aarch64(std::string_view name) {
  if (name == "SP" || name == "WSP")
    return RegisterKind::stack_pointer;
  if (name == "NZCV")
    return RegisterKind::flag;
  if (letter_then_digit(name, "XW") || any_of_names(name, {"FP", "LR", "XZR", "WZR"}))
    return RegisterKind::gpr;
  if (letter_then_digit(name, "BHSDQZ"))
    return RegisterKind::vector;
  if (letter_then_digit(name, "P") || name.starts_with("PN") || name == "FFR")
    return RegisterKind::mask;
  return RegisterKind::other;
}

RegisterKind kind_on_riscv(std::string_view name) {
  if (name.starts_with("X2") && (name.size() == 2 || name[2] == '_'))
    return RegisterKind::stack_pointer;
  if (letter_then_digit(name, "X"))
    return RegisterKind::gpr;
  if (letter_then_digit(name, "F") || letter_then_digit(name, "V"))
    return RegisterKind::vector;
  return RegisterKind::other;
}

RegisterKind kind_of(Isa isa, std::string_view name) {
  switch (isa) {
  case Isa::x86_64: return kind_on_x86(name);
  case Isa::aarch64: return kind_on_aarch64(name);
  case Isa::riscv64: return kind_on_riscv(name);
  }
  return RegisterKind::other;
}

/// Registers that always read as the same value, so that no instruction waits for them.
bool is_constant(Isa isa, std::string_view name) {
  switch (isa) {
  case Isa::x86_64: return any_of_names(name, {"RIP", "EIP", "IP", "CS", "DS", "ES", "FS", "GS", "SS"});
  case Isa::aarch64: return name == "XZR" || name == "WZR";
  case Isa::riscv64: return name == "X0" || name.starts_with("X0_");
  }
  return false;
}

/// RISC-V: in LLVM the width of a register depends on a mode that is unknown here.
int width_on_riscv(std::string_view name) {
  if (name.size() > 2 && name[0] == 'F')
    return name.back() == 'H' ? 16 : name.back() == 'F' ? 32 : 64;
  return letter_then_digit(name, "X") ? 64 : 0;
}

int width_of(const LlvmTarget &target, llvm::MCRegister reg, std::string_view name) {
  if (target.isa == Isa::riscv64)
    return width_on_riscv(name);
  int widest = 0;
  for (const llvm::MCRegisterClass &group : target.registers->regclasses())
    if (group.contains(reg))
      widest = std::max(widest, static_cast<int>(group.getSizeInBits()));
  return widest;
}

std::string assembly_name(llvm::MCInstPrinter &printer, llvm::MCRegister reg) {
  std::string name;
  llvm::raw_string_ostream out(name);
  printer.printRegName(out, reg);
  if (!name.empty() && name.front() == '%')
    name.erase(0, 1);
  return lower_cased(name);
}

bool is_whole(Isa isa, std::string_view name) {
  const bool plain = name.find('_') == std::string_view::npos;
  if (isa == Isa::aarch64)
    return plain && (letter_then_digit(name, "XZP") || any_of_names(name, {"FP", "LR", "SP"}));
  if (isa == Isa::riscv64)
    return (plain && letter_then_digit(name, "X")) ||
           (letter_then_digit(name, "F") && (name.back() == 'D' || name.back() == 'Q'));
  return false;
}

} // namespace

RegisterTable::RegisterTable(const LlvmTarget &target)
    : target_(target), printer_(target.make_printer(0)), made_(target.registers->getNumRegs()) {
  join_units_of_wholes();
  const auto carry = static_cast<std::uint16_t>(joined_.size());
  const auto others = static_cast<std::uint16_t>(joined_.size() + 1);
  flags_ = {Register{"cf", RegisterKind::flag, 1, {carry}}, Register{"eflags", RegisterKind::flag, 32, {others}},
            Register{"eflags", RegisterKind::flag, 32, {carry, others}}};
}

void RegisterTable::join_units_of_wholes() {
  const llvm::MCRegisterInfo &info = *target_.registers;
  joined_.resize(info.getNumRegUnits());
  for (unsigned unit = 0; unit < joined_.size(); ++unit)
    joined_[unit] = static_cast<std::uint16_t>(unit);
  for (unsigned number = 1; number < info.getNumRegs(); ++number) {
    const llvm::MCRegister reg(number);
    if (!is_whole(target_.isa, info.getName(reg)))
      continue;
    const std::uint16_t first = joined_[static_cast<unsigned>(*info.regunits(reg).begin())];
    for (llvm::MCRegUnit unit : info.regunits(reg))
      joined_[static_cast<unsigned>(unit)] = first;
  }
}

std::vector<std::uint16_t> RegisterTable::units_of(llvm::MCRegister reg, bool constant) const {
  std::vector<std::uint16_t> units;
  if (constant)
    return units;
  for (llvm::MCRegUnit unit : target_.registers->regunits(reg))
    units.push_back(joined_[static_cast<unsigned>(unit)]);
  std::ranges::sort(units);
  units.erase(std::unique(units.begin(), units.end()), units.end());
  return units;
}

SharedRegister RegisterTable::make(llvm::MCRegister reg) const {
  const std::string_view name = target_.registers->getName(reg);
  if (target_.isa == Isa::x86_64 && name == "EFLAGS")
    return flags(Flags::all);
  if (target_.isa == Isa::x86_64 && name.size() == 3 && name.starts_with("ST"))
    return on_stack(name[2] - '0');
  Register made;
  made.name = assembly_name(*printer_, reg);
  made.kind = kind_of(target_.isa, name);
  made.width_bits = width_of(target_, reg, name);
  made.units = units_of(reg, is_constant(target_.isa, name));
  if (target_.isa == Isa::x86_64 && made.width_bits < 32 && made.kind == RegisterKind::gpr)
    made.rest = rest_of(reg, made.units);
  return made;
}

std::vector<std::uint16_t> RegisterTable::rest_of(llvm::MCRegister part,
                                                  const std::vector<std::uint16_t> &units) const {
  std::vector<std::uint16_t> whole;
  for (const llvm::MCPhysReg larger : target_.registers->superregs(part))
    if (std::vector<std::uint16_t> all = units_of(llvm::MCRegister(larger), false); all.size() > whole.size())
      whole = std::move(all);
  std::vector<std::uint16_t> rest;
  std::ranges::set_difference(whole, units, std::back_inserter(rest));
  return rest;
}

const SharedRegister &RegisterTable::get(llvm::MCRegister reg) {
  SharedRegister &slot = made_.at(reg.id());
  if (!slot)
    slot = make(reg);
  return slot;
}

Register RegisterTable::on_stack(int place) const {
  const std::size_t behind_flags = joined_.size() + 2;
  const std::size_t top = (behind_flags + 7) / 8 * 8;
  return {format_text("st({})", place),
          RegisterKind::register_stack,
          80,
          {static_cast<std::uint16_t>(top + static_cast<std::size_t>(place))}};
}

llvm::MCRegister RegisterTable::named(std::string_view llvm_name) const {
  for (unsigned number = 1; number < target_.registers->getNumRegs(); ++number)
    if (target_.registers->getName(llvm::MCRegister(number)) == llvm_name)
      return llvm::MCRegister(number);
  return {};
}

} // namespace osaca
