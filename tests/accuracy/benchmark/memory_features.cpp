#include "memory_features.h"

#include <algorithm>

namespace osaca::accuracy {
namespace {

using Kind = OperandText::Kind;

constexpr long line_bytes = 64;

/// One load or store.
struct Access {
  MemoryText memory;
  long bytes = 0;
};

long floor_divided(long value, long divisor) { return value / divisor - (value % divisor < 0 ? 1 : 0); }

std::vector<Access> accesses(const Code &code, bool (InstructionText::*wanted)() const) {
  std::vector<Access> result;
  for (const InstructionText &instruction : code)
    if ((instruction.*wanted)())
      result.push_back({instruction.memory_operand()->memory, instruction.access_bytes()});
  return result;
}

std::vector<Access> loads(const Code &code) { return accesses(code, &InstructionText::reads_memory); }
std::vector<Access> stores(const Code &code) { return accesses(code, &InstructionText::writes_memory); }

template <class Predicate>
bool any_pair(const std::vector<Access> &first, const std::vector<Access> &second, Predicate predicate) {
  return std::ranges::any_of(first, [&](const Access &a) {
    return std::ranges::any_of(second, [&](const Access &b) { return predicate(a, b); });
  });
}

bool overlap(const Access &a, const Access &b) {
  if (!a.memory.displacement_bytes || !b.memory.displacement_bytes)
    return false;
  const long first = *a.memory.displacement_bytes;
  const long second = *b.memory.displacement_bytes;
  return first < second + b.bytes && second < first + a.bytes;
}

bool crosses_line(const Access &access) {
  if (!access.memory.displacement_bytes || access.bytes == 0 || access.memory.base.empty())
    return false;
  const long first = *access.memory.displacement_bytes;
  return floor_divided(first, line_bytes) != floor_divided(first + access.bytes - 1, line_bytes);
}

bool indexed(const Access &access) { return !access.memory.index.empty(); }

bool any_access(const std::vector<Access> &all, bool (*predicate)(const Access &)) {
  return std::ranges::any_of(all, predicate);
}

/// The registers that addresses are made of.
bool is_part_of_an_address(const Code &code, const std::string &name) {
  return std::ranges::any_of(code, [&](const InstructionText &instruction) {
    const OperandText *const memory = instruction.memory_operand();
    return memory != nullptr && (memory->memory.base == name || memory->memory.index == name);
  });
}

} // namespace

bool has_store(const Code &code) { return !stores(code).empty(); }
bool has_several_stores(const Code &code) { return stores(code).size() > 1; }

bool stores_to_different_halves(const Code &code) {
  const std::vector<Access> all = stores(code);
  return any_pair(all, all, [](const Access &a, const Access &b) {
    return a.memory.same_registers(b.memory) && a.memory.displacement_bytes && b.memory.displacement_bytes &&
           floor_divided(*a.memory.displacement_bytes, line_bytes / 2) !=
               floor_divided(*b.memory.displacement_bytes, line_bytes / 2);
  });
}

bool stores_through_different_registers(const Code &code) {
  const std::vector<Access> all = stores(code);
  return any_pair(all, all, [](const Access &a, const Access &b) { return !a.memory.same_registers(b.memory); });
}

bool has_line_crossing(const Code &code) {
  return any_access(loads(code), crosses_line) || any_access(stores(code), crosses_line);
}

bool loads_stored_address(const Code &code) {
  return any_pair(loads(code), stores(code), [](const Access &a, const Access &b) { return a.memory == b.memory; });
}

bool load_overlaps_store_partly(const Code &code) {
  return any_pair(loads(code), stores(code), [](const Access &a, const Access &b) {
    return a.memory.same_registers(b.memory) && overlap(a, b) &&
           (a.bytes != b.bytes || a.memory.displacement_bytes != b.memory.displacement_bytes);
  });
}

bool load_and_store_by_other_base(const Code &code) {
  return any_pair(loads(code), stores(code),
                  [](const Access &a, const Access &b) { return !a.memory.same_registers(b.memory) && overlap(a, b); });
}

bool has_load_with_operation(const Code &code) {
  return std::ranges::any_of(
      code, [](const InstructionText &i) { return i.reads_memory() && !i.writes_memory() && !i.is_move(); });
}

bool has_read_modify_write(const Code &code) {
  return std::ranges::any_of(code, [](const InstructionText &i) { return i.reads_memory() && i.writes_memory(); });
}

bool load_feeds_address(const Code &code) {
  return std::ranges::any_of(code, [&](const InstructionText &i) {
    return i.reads_memory() && i.operands.back().kind == Kind::register_ &&
           is_part_of_an_address(code, whole_register(i.operands.back().text));
  });
}

bool has_indexed_load(const Code &code) { return any_access(loads(code), indexed); }
bool has_indexed_store(const Code &code) { return any_access(stores(code), indexed); }
bool has_many_memory_operations(const Code &code) { return loads(code).size() + stores(code).size() >= 3; }

bool has_rip_relative(const Code &code) {
  return any_access(loads(code), [](const Access &access) { return access.memory.base == "rip"; }) ||
         any_access(stores(code), [](const Access &access) { return access.memory.base == "rip"; });
}

} // namespace osaca::accuracy
