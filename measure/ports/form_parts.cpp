#include "measure/ports/form_parts.h"

#include "model/opcode_variants.h"

#include <algorithm>
#include <map>
#include <optional>

namespace osaca::measure {
namespace {

using FormIndices = std::map<std::string, int, std::less<>>;

struct MemoryAccess {
  bool reads = false;
  bool writes = false;
  int bytes = 0;
  bool is_vector = false; ///< what is read or written is, or a part of it
};

MemoryAccess access_of(const PreparedForm &form) {
  MemoryAccess made;
  const Instruction &example = form.shape.example.instruction;
  for (const OperandRole &role : form.shape.roles) {
    made.is_vector = made.is_vector || role.domain == Domain::vector;
    const MemoryOperand *memory = as_memory(role.operand);
    if (memory == nullptr)
      continue;
    made.reads = made.reads || (role.operand.read && example.loads);
    made.writes = made.writes || (role.operand.written && example.stores);
    made.bytes = memory->width_bytes;
  }
  return made;
}

/// The form with a register in the place of memory, of the same encoding and mask.
std::optional<int> register_form(const std::string &opcode, const FormIndices &indices) {
  for (const OpcodeVariant &variant : opcode_variants(opcode, Isa::x86_64)) {
    if (!variant.drops_memory || !variant.same_operand_order)
      continue;
    if (const auto found = indices.find(variant.opcode); found != indices.end())
      return found->second;
  }
  return std::nullopt;
}

/// The simplest that reads or writes as much, and nothing else.
std::optional<int> plain_access(const std::vector<PreparedForm> &forms, const MemoryAccess &wanted, bool writes) {
  std::optional<int> best;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const MemoryAccess access = access_of(forms[i]);
    const bool fits = access.writes == writes && access.reads != writes && access.bytes == wanted.bytes &&
                      access.is_vector == wanted.is_vector && forms[i].breakers.empty() && moves_only(forms[i]);
    if (fits && (!best || forms[i].facts.rank < forms[static_cast<std::size_t>(*best)].facts.rank))
      best = static_cast<int>(i);
  }
  return best;
}

} // namespace

void find_parts(std::vector<PreparedForm> &forms) {
  FormIndices indices;
  for (std::size_t i = 0; i < forms.size(); ++i)
    if (forms[i].variant == FormVariant::usual)
      indices.emplace(forms[i].opcode, static_cast<int>(i));
  for (PreparedForm &form : forms) {
    const MemoryAccess access = access_of(form);
    if (!access.reads || form.variant != FormVariant::usual || moves_only(form))
      continue;
    const auto operation = register_form(form.opcode, indices);
    const auto load = plain_access(forms, access, false);
    if (!operation || !load)
      continue;
    std::vector<int> parts = {*operation, *load};
    if (access.writes) {
      const auto store = plain_access(forms, access, true);
      if (!store)
        continue;
      parts.push_back(*store);
    }
    form.facts.parts = std::move(parts);
  }
}

} // namespace osaca::measure
