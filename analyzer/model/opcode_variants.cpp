#include "model/opcode_variants.h"

#include "model/x86_opcode_name.h"

#include <algorithm>
#include <iterator>

namespace osaca {
namespace {

class VariantList {
public:
  explicit VariantList(std::string_view opcode) : opcode_(opcode) {}

  void add(OpcodeVariant variant) {
    const bool seen = variant.opcode == opcode_ ||
                      std::any_of(variants_.begin(), variants_.end(),
                                  [&](const OpcodeVariant &other) { return other.opcode == variant.opcode; });
    if (!seen)
      variants_.push_back(std::move(variant));
  }
  [[nodiscard]] std::vector<OpcodeVariant> take() { return std::move(variants_); }

private:
  std::string_view opcode_;
  std::vector<OpcodeVariant> variants_;
};

// ---- x86 ----

struct Spelling {
  std::string_view from;
  std::string_view to;
};

/// The same operation in the older encoding of the same width, or in AVX's if it is SSE's.
std::vector<X86OpcodeName> with_other_encodings(const X86OpcodeName &name) {
  std::vector<X86OpcodeName> all = {name};
  X86OpcodeName other = name;
  if (name.encoding == "Z128" || (name.encoding == "Z" && is_x86_scalar_stem(name.stem)))
    other.encoding.clear();
  else if (name.encoding == "Z256")
    other.encoding = "Y";
  else if (!name.stem.starts_with('V'))
    other.stem = "V" + name.stem;
  else
    return all;
  all.push_back(other);
  return all;
}

/// i8 -> i32 -> i, and the accumulator's short form (ADD64i32 -> ADD64ri32).
std::vector<X86OpcodeName> with_other_immediates(const X86OpcodeName &name) {
  std::vector<X86OpcodeName> all = {name};
  const auto add = [&](std::string letters) {
    X86OpcodeName other = name;
    other.letters = std::move(letters);
    all.push_back(std::move(other));
  };
  std::string shortened = name.letters;
  for (const std::string_view size : {"i8", "i32", "i16"}) {
    if (!strip_suffix(shortened, size))
      continue;
    for (const std::string_view other : {"i32", "i", "i8", "i16"})
      add(shortened + std::string(other));
    return all;
  }
  if (strip_suffix(shortened, "i"))
    for (const std::string_view other : {"i8", "i32"})
      add(shortened + std::string(other));
  return all;
}

std::vector<X86OpcodeName> with_other_tails(const X86OpcodeName &name) {
  std::vector<X86OpcodeName> all = {name};
  X86OpcodeName other = name;
  if (!name.tail.empty()) {
    other.tail.clear();
    all.push_back(other);
    if (name.tail.ends_with("_Int") && name.tail != "_Int") {
      other.tail = "_Int";
      all.push_back(other);
    }
  } else if (is_x86_scalar_stem(name.stem)) {
    other.tail = "_Int";
    all.push_back(other);
  }
  return all;
}

std::vector<X86OpcodeName> without_mask(const X86OpcodeName &name) {
  std::vector<X86OpcodeName> all = {name};
  if (name.mask == "kz") {
    all.push_back(name);
    all.back().mask = "k";
  }
  if (!name.mask.empty()) {
    all.push_back(name);
    all.back().mask.clear();
  }
  return all;
}

/// Everything but the question of memory: one axis of change inside the other, the least important innermost.
void add_x86_spellings(const X86OpcodeName &origin, const X86OpcodeName &name, bool drops_memory, VariantList &list) {
  for (const X86OpcodeName &encoded : with_other_encodings(name))
    for (const X86OpcodeName &masked : without_mask(encoded))
      for (const X86OpcodeName &sized : with_other_immediates(masked))
        for (const X86OpcodeName &tailed : with_other_tails(sized)) {
          const bool same_order =
              tailed.stem == origin.stem && tailed.encoding == origin.encoding && tailed.mask == origin.mask;
          const bool same_operation = same_order && tailed.letters == origin.letters;
          list.add({tailed.text(), drops_memory, same_operation, same_order});
        }
}

std::string without_broadcast(const std::string &letters) {
  for (const auto &[from, to] :
       {Spelling{"rmbi", "rmi"}, {"rrbi", "rri"}, {"mbi", "mi"}, {"rmb", "rm"}, {"rrb", "rr"}, {"mb", "m"}, {"rb", "r"}})
    if (letters == from)
      return std::string(to);
  return letters;
}

std::vector<OpcodeVariant> x86_variants(std::string_view opcode) {
  const X86OpcodeName name = parse_x86_opcode(opcode);
  VariantList list(opcode);
  add_x86_spellings(name, name, false, list);
  X86OpcodeName plain = name;
  plain.letters = without_broadcast(name.letters);
  if (plain.letters != name.letters)
    add_x86_spellings(name, plain, false, list);
  if (const std::string_view letters = x86_register_letters(name.letters); !letters.empty()) {
    X86OpcodeName in_register = name;
    in_register.letters = letters;
    add_x86_spellings(name, in_register, true, list);
  }
  // The accumulator's short form has no letter for its register.
  for (const auto &[from, to] : {Spelling{"64i32", "64ri32"}, {"32i32", "32ri"}, {"16i16", "16ri"}, {"8i8", "8ri"}})
    if (opcode.ends_with(from))
      list.add({std::string(opcode.substr(0, opcode.size() - from.size())) + std::string(to), false, false, false});
  return list.take();
}

// ---- AArch64: addressing modes of one access ----

std::vector<OpcodeVariant> aarch64_variants(std::string_view opcode) {
  VariantList list(opcode);
  const auto add = [&](std::string name, bool same_order) { list.add({std::move(name), false, true, same_order}); };
  std::string name(opcode);
  if (strip_suffix(name, "_POST") || strip_suffix(name, "_IMM"))
    add(name, false);
  else if (name.starts_with("LD1") || name.starts_with("ST1") || name.starts_with("LDNT1") || name.starts_with("STNT1"))
    add(name + "_IMM", false);
  for (const std::string_view mode : {"post", "pre", "roX", "roW"}) {
    name = opcode;
    if (!strip_suffix(name, mode))
      continue;
    add(name + "ui", false);
    add(name + "i", false);
  }
  if (opcode.starts_with("LDUR") || opcode.starts_with("STUR")) {
    name = opcode;
    strip_suffix(name, "i");
    add(name.substr(0, 2) + "R" + name.substr(4) + "ui", true);
  }
  return list.take();
}

// ---- RISC-V: compressed encodings ----

constexpr Spelling riscv_compressed[] = {
    {"C_LDSP", "LD"},   {"C_LWSP", "LW"},   {"C_SDSP", "SD"},       {"C_SWSP", "SW"},
    {"C_FLDSP", "FLD"}, {"C_FSDSP", "FSD"}, {"C_MV", "ADD"},        {"C_LI", "ADDI"},
    {"C_J", "JAL"},     {"C_JR", "JALR"},   {"C_JALR", "JALR"},     {"C_BEQZ", "BEQ"},
    {"C_BNEZ", "BNE"},  {"C_NOP", "ADDI"},  {"C_ADDI4SPN", "ADDI"}, {"C_ADDI16SP", "ADDI"}};

std::vector<OpcodeVariant> riscv_variants(std::string_view opcode) {
  VariantList list(opcode);
  if (!opcode.starts_with("C_"))
    return {};
  for (const auto &[from, to] : riscv_compressed)
    if (opcode == from)
      list.add({std::string(to), false, true, false});
  list.add({std::string(opcode.substr(2)), false, true, false});
  return list.take();
}

} // namespace

std::vector<OpcodeVariant> opcode_variants(std::string_view opcode, Isa isa) {
  switch (isa) {
  case Isa::x86_64: return x86_variants(opcode);
  case Isa::aarch64: return aarch64_variants(opcode);
  case Isa::riscv64: return riscv_variants(opcode);
  }
  return {};
}

} // namespace osaca
