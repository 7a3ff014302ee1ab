#include "model/opcode_variants.h"

#include <algorithm>
#include <iterator>

namespace osaca {
namespace {

struct MemoryEnding {
  std::string_view from;
  std::string_view to;
};

// Endings of operand letters, longest first, each with the ending in which a register replaces the memory reference.
constexpr MemoryEnding x86_memory_endings[] = {{"r32m16", "r32r16"},
                                               {"r32m32", "r32r32"},
                                               {"r64m64", "r64r64"},
                                               {"r32m8", "r32r8"},
                                               {"r64m8", "r64r8"},
                                               {"rmi32", "rri32"},
                                               {"rmi16", "rri16"},
                                               {"rmbi", "rri"},
                                               {"rmi8", "rri8"},
                                               {"mri8", "rri8"},
                                               {"mrCL", "rrCL"},
                                               {"rm16", "rr16"},
                                               {"rm32", "rr32"},
                                               {"rmrr", "rrrr"},
                                               {"mi32", "ri32"},
                                               {"mi16", "ri16"},
                                               {"rmb", "rr"},
                                               {"rmi", "rri"},
                                               {"rmr", "rrr"},
                                               {"mri", "rri"},
                                               {"rm8", "rr8"},
                                               {"rm0", "rr0"},
                                               {"mi8", "ri8"},
                                               {"mbi", "ri"},
                                               {"mCL", "rCL"},
                                               {"rm", "rr"},
                                               {"mr", "rr"},
                                               {"mi", "ri"},
                                               {"mb", "r"},
                                               {"m1", "r1"},
                                               {"m", "r"}};

constexpr std::string_view x86_register_endings[] = {"rri32", "rri16", "rri8", "rrCL", "ri32", "ri16", "rrbi",
                                                     "rri",   "rrb",   "ri8",  "rr8",  "rr16", "rr32", "rCL",
                                                     "rr",    "ri",    "rb",   "r1",   "r"};

// Tails of names that differ only in encoding, or for which LLVM has two records of one instruction.
constexpr std::string_view x86_tails[] = {"_REV", "_alt", "_EVEX", "_NF",    "_ND",
                                          "_DB",  "_NT",  "_REX",  "_NOREX", "_Int"};

constexpr std::string_view x86_encodings[] = {"Z128", "Z256", "Z", "Y"};

const MemoryEnding *memory_ending(std::string_view name) {
  const auto *found = std::find_if(std::begin(x86_memory_endings), std::end(x86_memory_endings),
                                   [&](const MemoryEnding &rewrite) { return name.ends_with(rewrite.from); });
  return found == std::end(x86_memory_endings) ? nullptr : found;
}

std::string_view letters_of(std::string_view name) {
  if (const MemoryEnding *memory = memory_ending(name))
    return memory->from;
  const auto *found = std::find_if(std::begin(x86_register_endings), std::end(x86_register_endings),
                                   [&](std::string_view ending) { return name.ends_with(ending); });
  return found == std::end(x86_register_endings) ? std::string_view() : *found;
}

void take_tails(std::string &name, X86OpcodeName &parts) {
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view tail : x86_tails)
      if (strip_suffix(name, tail)) {
        parts.tail = std::string(tail) + parts.tail;
        again = true;
      }
  }
}

} // namespace

X86OpcodeName parse_x86_opcode(std::string_view opcode) {
  X86OpcodeName parts;
  std::string name(opcode);
  take_tails(name, parts);
  const bool may_be_masked = name.starts_with('V') && name.find('Z') != std::string::npos;
  for (const std::string_view mask : {"kz", "k"})
    if (may_be_masked && parts.mask.empty() && strip_suffix(name, mask))
      parts.mask = mask;
  parts.letters = letters_of(name);
  name.resize(name.size() - parts.letters.size());
  if (name.starts_with('V'))
    for (const std::string_view encoding : x86_encodings)
      if (parts.encoding.empty() && strip_suffix(name, encoding))
        parts.encoding = encoding;
  parts.stem = name;
  return parts;
}

// Opcodes like VPABSD and VBROADCASTSS have the same ending as scalar operations, but are not scalar.
bool is_x86_scalar_stem(std::string_view stem) {
  return !stem.starts_with("VP") && !stem.starts_with("VBROADCAST") &&
         (stem.ends_with("SD") || stem.ends_with("SS") || stem.ends_with("SH"));
}

std::string_view x86_register_letters(std::string_view letters) {
  const MemoryEnding *memory = memory_ending(letters);
  return memory && memory->from == letters ? memory->to : std::string_view();
}

bool strip_suffix(std::string &name, std::string_view suffix) {
  if (name.size() <= suffix.size() || !name.ends_with(suffix))
    return false;
  name.resize(name.size() - suffix.size());
  return true;
}

} // namespace osaca
