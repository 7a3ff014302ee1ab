#include "model/opcode_variants.h"

#include "base/format.h"
#include "base/name_matching.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

namespace osaca {

namespace {

class VariantList {
public:
  explicit VariantList(std::string_view opcode) : opcode_(opcode) {}

  void add(OpcodeVariant variant) {
    const bool seen = variant.opcode == opcode_ || std::ranges::any_of(variants_, [&](const OpcodeVariant &other) {
                        return other.opcode == variant.opcode;
                      });
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

/// An opcode's name during a change: parts of the original name, and letters.
struct Spelled {
  bool is_vex = false; ///< a "V" is added at the beginning
  std::string_view stem;
  std::string_view encoding;
  std::string_view letters;
  std::string_view width; ///< of an immediate: further letters
  std::string_view mask;
  std::string_view tail;

  explicit Spelled(const X86OpcodeName &name)
      : stem(name.stem), encoding(name.encoding), letters(name.letters), mask(name.mask), tail(name.tail) {}

  [[nodiscard]] std::string text() const {
    std::string all;
    all.reserve(1 + stem.size() + encoding.size() + letters.size() + width.size() + mask.size() + tail.size());
    if (is_vex)
      all += 'V';
    for (const std::string_view part : {stem, encoding, letters, width, mask, tail})
      all += part;
    return all;
  }
  [[nodiscard]] bool is_scalar() const {
    return is_x86_scalar_stem(stem) && !(is_vex && (stem.starts_with("P") || stem.starts_with("BROADCAST")));
  }
  [[nodiscard]] bool has_letters(std::string_view wanted) const {
    return letters.size() + width.size() == wanted.size() && wanted.starts_with(letters) && wanted.ends_with(width);
  }
};

/// A name, and its variants along one axis.
class Spellings {
public:
  explicit Spellings(const Spelled &first) : all_{first, first, first, first, first} {}
  Spelled &add() { return all_[count_++]; } ///< adds a copy of the first name; at most four times
  [[nodiscard]] const Spelled *begin() const { return all_.data(); }
  [[nodiscard]] const Spelled *end() const { return all_.data() + count_; }

private:
  std::array<Spelled, 5> all_;
  std::size_t count_ = 1;
};

/// The same operation in the older encoding of the same width, and for SSE in that of AVX.
Spellings with_other_encodings(const Spelled &name) {
  Spellings all(name);
  if (name.encoding == "Z128" || (name.encoding == "Z" && name.is_scalar()))
    all.add().encoding = "";
  else if (name.encoding == "Z256")
    all.add().encoding = "Y";
  else if (!name.stem.starts_with('V'))
    all.add().is_vex = true;
  return all;
}

std::optional<std::string_view> without_suffix(std::string_view name, std::string_view suffix) {
  if (name.size() <= suffix.size() || !name.ends_with(suffix))
    return std::nullopt;
  return name.substr(0, name.size() - suffix.size());
}

/// i8 -> i32 -> i, and the accumulator's short form (ADD64i32 -> ADD64ri32).
Spellings with_other_immediates(const Spelled &name) {
  Spellings all(name);
  const auto add = [&](std::string_view letters, std::string_view width) {
    Spelled &other = all.add();
    other.letters = letters;
    other.width = width;
  };
  for (const std::string_view size : {"i8", "i32", "i16"})
    if (const std::optional<std::string_view> shortened = without_suffix(name.letters, size)) {
      for (const std::string_view other : {"i32", "i", "i8", "i16"})
        add(*shortened, other);
      return all;
    }
  if (const std::optional<std::string_view> shortened = without_suffix(name.letters, "i"))
    for (const std::string_view other : {"i8", "i32"})
      add(*shortened, other);
  return all;
}

Spellings with_other_tails(const Spelled &name) {
  Spellings all(name);
  if (!name.tail.empty()) {
    all.add().tail = "";
    if (name.tail.ends_with("_Int") && name.tail != "_Int")
      all.add().tail = "_Int";
  } else if (name.is_scalar()) {
    all.add().tail = "_Int";
  }
  return all;
}

Spellings without_mask(const Spelled &name) {
  Spellings all(name);
  if (name.mask == "kz")
    all.add().mask = "k";
  if (!name.mask.empty())
    all.add().mask = "";
  return all;
}

/// All variants except those without memory: nested loops over the axes of change, with the least important one
/// innermost.
void add_x86_spellings(const X86OpcodeName &origin, const X86OpcodeName &name, bool drops_memory, VariantList &list) {
  for (const Spelled &encoded : with_other_encodings(Spelled(name)))
    for (const Spelled &masked : without_mask(encoded))
      for (const Spelled &sized : with_other_immediates(masked))
        for (const Spelled &tailed : with_other_tails(sized)) {
          const bool same_order = !tailed.is_vex && tailed.encoding == origin.encoding && tailed.mask == origin.mask;
          const bool same_operation = same_order && tailed.has_letters(origin.letters);
          list.add({tailed.text(), drops_memory, same_operation, same_order});
        }
}

std::string without_broadcast(const std::string &letters) {
  for (const auto &[from, to] : {Spelling{"rmbi", "rmi"},
                                 {"rrbi", "rri"},
                                 {"mbi", "mi"},
                                 {"rmb", "rm"},
                                 {"rrb", "rr"},
                                 {"mb", "m"},
                                 {"rb", "r"}})
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
  // The short form for the accumulator has no letter for its register.
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
    add(format_text("{}R{}ui", name.substr(0, 2), name.substr(4)), true);
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

// Opcodes that only move a value between memory and a register. They are facts of the ISAs, not of a core.

namespace {

// Without the V of the AVX forms.
constexpr std::string_view x86_stems[] = {
    "MOV8",    "MOV16",     "MOV32",     "MOV64",     "MOVAPD",    "MOVAPS",     "MOVUPD",     "MOVUPS",
    "MOVDQA",  "MOVDQU",    "MOVDQA32",  "MOVDQA64",  "MOVDQU8",   "MOVDQU16",   "MOVDQU32",   "MOVDQU64",
    "MOVNTPD", "MOVNTPS",   "MOVNTDQ",   "MOVNTDQA",  "MOVNTI",    "MOVNTI_64",  "LDDQU",      "MOVSD",
    "MOVSS",   "MOVDI2PDI", "MOVQI2PQI", "MOVPDI2DI", "MOVPQI2QI", "MOV64toPQI", "MOVPQIto64", "MOVW"};

// Mask registers.
constexpr std::string_view x86_patterns[] = {"KMOV?km", "KMOV?mk", "KMOV?km_EVEX", "KMOV?mk_EVEX"};

constexpr std::string_view aarch64_patterns[] = {
    "LDR?ui",   "LDR??ui",  "LDRS??ui", "LDR*ro?", "LDR?pre",  "LDR??pre", "LDRS??pre", "LDR*post", "LDUR*i",
    "LDP?i",    "LDPSWi",   "LDNP?i",   "LDP*pre", "LDP*post", "STR?ui",   "STR??ui",   "STR*ro?",  "STR?pre",
    "STR??pre", "STR*post", "STUR*i",   "STP?i",   "STNP?i",   "STP*pre",  "STP*post"};

constexpr std::string_view riscv_names[] = {"LB",  "LH", "LW", "LD", "LBU", "LHU", "LWU", "FLH", "FLW",
                                            "FLD", "SB", "SH", "SW", "SD",  "FSH", "FSW", "FSD"};

template <std::size_t N> bool is_one_of_globs(const std::string_view (&patterns)[N], std::string_view opcode) {
  return std::any_of(std::begin(patterns), std::end(patterns),
                     [&](std::string_view pattern) { return glob_matches(pattern, opcode); });
}

bool is_plain_x86(std::string_view opcode) {
  if (is_one_of_globs(x86_patterns, opcode))
    return true;
  const X86OpcodeName name = parse_x86_opcode(opcode);
  if (!name.mask.empty() || (name.letters != "rm" && name.letters != "mr" && !name.letters.starts_with("mi")))
    return false;
  const std::string_view stem = name.stem;
  return is_one_of_globs(x86_stems, stem.starts_with('V') ? stem.substr(1) : stem);
}

} // namespace

bool is_plain_access(std::string_view opcode, Isa isa) {
  switch (isa) {
  case Isa::x86_64: return is_plain_x86(opcode);
  case Isa::aarch64: return is_one_of_globs(aarch64_patterns, opcode);
  case Isa::riscv64: return is_one_of_globs(riscv_names, opcode);
  }
  return false;
}

} // namespace osaca
