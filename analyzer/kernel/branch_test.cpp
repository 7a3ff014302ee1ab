#include "kernel/branch_test.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace osaca {
namespace {

struct NamedRelation {
  std::string_view name;
  Relation relation;
  enum class Order { of_signed, of_unsigned, of_sign }; ///< of_sign: the result is compared with zero
  Order order = Order::of_signed;
};

using Order = NamedRelation::Order;

/// The conditional jumps of x86, and with "b." those of AArch64.
constexpr auto relations_of_flags =
    std::to_array<NamedRelation>({{"jne", Relation::not_equal},
                                  {"jnz", Relation::not_equal},
                                  {"je", Relation::equal},
                                  {"jz", Relation::equal},
                                  {"jl", Relation::less},
                                  {"jnge", Relation::less},
                                  {"jb", Relation::less, Order::of_unsigned},
                                  {"jc", Relation::less, Order::of_unsigned},
                                  {"jnae", Relation::less, Order::of_unsigned},
                                  {"jle", Relation::less_or_equal},
                                  {"jng", Relation::less_or_equal},
                                  {"jbe", Relation::less_or_equal, Order::of_unsigned},
                                  {"jna", Relation::less_or_equal, Order::of_unsigned},
                                  {"jg", Relation::greater},
                                  {"jnle", Relation::greater},
                                  {"ja", Relation::greater, Order::of_unsigned},
                                  {"jnbe", Relation::greater, Order::of_unsigned},
                                  {"jge", Relation::greater_or_equal},
                                  {"jnl", Relation::greater_or_equal},
                                  {"jae", Relation::greater_or_equal, Order::of_unsigned},
                                  {"jnc", Relation::greater_or_equal, Order::of_unsigned},
                                  {"jnb", Relation::greater_or_equal, Order::of_unsigned},
                                  {"js", Relation::less, Order::of_sign},
                                  {"jns", Relation::greater_or_equal, Order::of_sign},
                                  {"b.ne", Relation::not_equal},
                                  {"b.eq", Relation::equal},
                                  {"b.lt", Relation::less},
                                  {"b.lo", Relation::less, Order::of_unsigned},
                                  {"b.cc", Relation::less, Order::of_unsigned},
                                  {"b.le", Relation::less_or_equal},
                                  {"b.ls", Relation::less_or_equal, Order::of_unsigned},
                                  {"b.gt", Relation::greater},
                                  {"b.hi", Relation::greater, Order::of_unsigned},
                                  {"b.ge", Relation::greater_or_equal},
                                  {"b.hs", Relation::greater_or_equal, Order::of_unsigned},
                                  {"b.cs", Relation::greater_or_equal, Order::of_unsigned},
                                  {"b.mi", Relation::less, Order::of_sign},
                                  {"b.pl", Relation::greater_or_equal, Order::of_sign}});

/// Branches of AArch64 and RISC-V that compare registers themselves, by LLVM's opcode.
constexpr auto comparing_branches =
    std::to_array<NamedRelation>({{"CBNZW", Relation::not_equal},
                                  {"CBNZX", Relation::not_equal},
                                  {"CBZW", Relation::equal},
                                  {"CBZX", Relation::equal},
                                  {"BNE", Relation::not_equal},
                                  {"BEQ", Relation::equal},
                                  {"BLT", Relation::less},
                                  {"BLTU", Relation::less, Order::of_unsigned},
                                  {"BGE", Relation::greater_or_equal},
                                  {"BGEU", Relation::greater_or_equal, Order::of_unsigned}});

template <class Table> const NamedRelation *relation_named(const Table &table, std::string_view name) {
  const auto found = std::ranges::find(table, name, &NamedRelation::name);
  return found == table.end() ? nullptr : &*found;
}

bool starts_with_any(std::string_view opcode, std::initializer_list<std::string_view> beginnings) {
  return std::ranges::any_of(beginnings,
                             [opcode](std::string_view beginning) { return opcode.starts_with(beginning); });
}

bool writes_flags(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return operand.written && reg != nullptr && reg->kind == RegisterKind::flag;
  });
}

/// The registers and numbers that the instruction reads, in order. Empty: it reads something else. Forms of x86 that
/// imply eax or rax have it after the number, although it is the left side.
std::vector<ComparedValue> values_read(const Instruction &instruction) {
  std::vector<ComparedValue> values;
  for (const Operand &operand : instruction.operands) {
    const Register *reg = as_register(operand);
    const bool is_implied = operand.implicit && (reg == nullptr || reg->kind != RegisterKind::gpr);
    if (is_implied || std::holds_alternative<LabelOperand>(operand.value))
      continue;
    const auto *number = std::get_if<ImmediateOperand>(&operand.value);
    if (reg != nullptr && operand.read)
      values.push_back(reg->units.empty() ? ComparedValue{} : ComparedValue{reg, 0}); // xzr and x0 are zero
    else if (number != nullptr && number->symbol.empty())
      values.push_back({nullptr, number->value});
    else if (reg == nullptr)
      return {};
  }
  if (values.size() == 2 && values[0].reg == nullptr)
    std::swap(values[0], values[1]);
  return values;
}

/// Subtractions and comparisons of x86 and AArch64 set the flags of `left` - `right`.
bool subtracts(const Instruction &instruction) {
  return starts_with_any(instruction.opcode, {"CMP32", "CMP64", "SUB32", "SUB64", "SUBSW", "SUBSX"});
}

bool tests_a_register(const Instruction &instruction) {
  return instruction.opcode == "TEST32rr" || instruction.opcode == "TEST64rr";
}

/// AArch64 may shift the last operand; only unshifted ones are understood.
bool is_plain(const std::vector<ComparedValue> &values) {
  return values.size() == 2 || (values.size() == 3 && values[2].reg == nullptr && values[2].number == 0);
}

std::optional<BranchTest> test_of_flags(const Instruction &setter, const NamedRelation &named, std::size_t comparing) {
  const std::vector<ComparedValue> values = values_read(setter);
  if (subtracts(setter) && named.order != Order::of_sign)
    return is_plain(values) ? std::optional(BranchTest{named.relation, named.order == Order::of_unsigned, values[0],
                                                       values[1], comparing})
                            : std::nullopt;
  if (tests_a_register(setter))
    return values.size() == 2 && values[0].reg != nullptr && values[1].reg != nullptr &&
                   *values[0].reg == *values[1].reg
               ? std::optional(BranchTest{named.relation, named.order == Order::of_unsigned, values[0], {}, comparing})
               : std::nullopt;
  const bool compares_result =
      named.order == Order::of_sign || named.relation == Relation::equal || named.relation == Relation::not_equal;
  if (!setter.affine || !compares_result)
    return std::nullopt;
  const Register *result = as_register(setter.operands[static_cast<std::size_t>(setter.affine->target)]);
  if (result == nullptr || result->units.empty()) // "cmn" does not keep its sum
    return std::nullopt;
  return BranchTest{named.relation, named.order == Order::of_unsigned, {result, 0}, {}, comparing, true};
}

} // namespace

Relation negation_of(Relation relation) {
  switch (relation) {
  case Relation::equal: return Relation::not_equal;
  case Relation::not_equal: return Relation::equal;
  case Relation::less: return Relation::greater_or_equal;
  case Relation::less_or_equal: return Relation::greater;
  case Relation::greater: return Relation::less_or_equal;
  case Relation::greater_or_equal: break;
  }
  return Relation::less;
}

std::optional<BranchTest> branch_test(std::span<const Instruction *const> code) {
  if (code.empty() || !code.back()->is_branch || !code.back()->is_conditional)
    return std::nullopt;
  const Instruction &branch = *code.back();
  if (const NamedRelation *named = relation_named(comparing_branches, branch.opcode)) {
    std::vector<ComparedValue> values = values_read(branch);
    if (values.size() == 1)
      values.push_back({});
    return values.size() == 2 ? std::optional(BranchTest{named->relation, named->order == Order::of_unsigned, values[0],
                                                         values[1], code.size() - 1})
                              : std::nullopt;
  }
  const NamedRelation *named = relation_named(relations_of_flags, branch.mnemonic);
  if (named == nullptr && branch.mnemonic.starts_with('b')) // "bne" is another spelling of "b.ne"
    named = relation_named(relations_of_flags, "b." + branch.mnemonic.substr(1));
  if (named == nullptr)
    return std::nullopt;
  for (std::size_t i = code.size() - 1; i-- > 0;)
    if (writes_flags(*code[i]))
      return test_of_flags(*code[i], *named, i);
  return std::nullopt;
}

} // namespace osaca
