#include "code_features.h"

#include "memory_features.h"

#include <algorithm>
#include <array>

namespace osaca::accuracy {
namespace {

using Kind = OperandText::Kind;
using Instruction = InstructionText;
using Names = std::initializer_list<std::string_view>;

struct Feature {
  std::string_view name;
  bool (*holds)(const Code &code);
};

template <class Predicate> bool any(const Code &code, Predicate predicate) {
  return std::ranges::any_of(code, predicate);
}

bool begins(std::string_view text, Names beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view name) { return text.starts_with(name); });
}

bool any_named(const Code &code, Names beginnings) {
  return any(code, [&](const Instruction &i) { return begins(i.mnemonic, beginnings); });
}

/// "vpslld" and "pslld" alike.
std::string_view without_v(const Instruction &i) {
  std::string_view name = i.mnemonic;
  if (name.starts_with('v') && !name.starts_with("verr"))
    name.remove_prefix(1);
  return name;
}

bool is_vector(const Instruction &i) { return i.has_register("xmm") || i.has_register("ymm") || i.has_register("zmm"); }

bool any_vector_named(const Code &code, Names beginnings) {
  return any(code, [&](const Instruction &i) { return is_vector(i) && begins(without_v(i), beginnings); });
}

bool is_general(const OperandText &operand) {
  const int bytes = operand.kind == Kind::register_ ? register_bytes(operand.text) : 0;
  return bytes > 0 && bytes <= 8;
}

bool has_general(const Instruction &i) { return std::ranges::any_of(i.operands, is_general); }

bool is_branch(const Instruction &i) { return i.mnemonic.starts_with('j'); }

bool is_shift(const Instruction &i) {
  return !is_vector(i) && begins(i.mnemonic, {"shl", "shr", "sal", "sar", "rol", "ror", "rcl", "rcr"});
}

bool writes_last(const Instruction &i) {
  return !i.operands.empty() && i.operands.back().kind == Kind::register_ &&
         !begins(i.mnemonic, {"cmp", "test", "push", "ucomis", "comis", "vucomis", "vcomis", "bt"});
}

bool all_same_register(const Instruction &i) {
  return i.operands.size() >= 2 && std::ranges::all_of(i.operands, [&](const OperandText &operand) {
           return operand.kind == Kind::register_ && operand.text == i.operands.front().text;
         });
}

bool is_register_move(const Instruction &i) {
  return i.operands.size() == 2 && i.operands[0].kind == Kind::register_ && i.operands[1].kind == Kind::register_ &&
         begins(without_v(i), {"mov"}) &&
         !begins(without_v(i), {"movs", "movz", "movmsk", "movddup", "movhl", "movlh"}) &&
         register_bytes(i.operands[0].text) == register_bytes(i.operands[1].text);
}

bool is_fused_pair(const Instruction &first, const Instruction &second) {
  return begins(first.mnemonic, {"cmp", "test", "add", "sub", "and", "inc", "dec", "or", "xor"}) &&
         !first.mnemonic.starts_with("cmpxchg") && second.mnemonic.starts_with('j') && second.mnemonic != "jmp";
}

bool has_fused_pair(const Code &code) {
  return std::adjacent_find(code.begin(), code.end(), is_fused_pair) != code.end();
}

bool is_stack_operation(const Instruction &i) {
  return begins(i.mnemonic, {"push", "pop", "call", "ret", "leave"}) && !i.mnemonic.starts_with("popcnt");
}

bool names_stack_pointer(const Instruction &i) {
  return std::ranges::any_of(i.operands, [](const OperandText &operand) {
    return operand.kind == Kind::memory ? operand.memory.base == "rsp" : whole_register(operand.text) == "rsp";
  });
}

bool is_three_part_lea(const Instruction &i) {
  const OperandText *const memory = i.memory_operand();
  return i.mnemonic.starts_with("lea") && memory != nullptr && !memory->memory.base.empty() &&
         !memory->memory.index.empty() && memory->memory.displacement_bytes != 0;
}

bool has_high_byte(const Instruction &i) {
  return std::ranges::any_of(i.operands, [](const OperandText &operand) {
    return operand.kind == Kind::register_ && register_bytes(operand.text) == 1 && operand.text.back() == 'h';
  });
}

bool moves_between_register_files(const Instruction &i) {
  return is_vector(i) && has_general(i) &&
         begins(without_v(i), {"movd", "movq", "movmsk", "pmovmsk", "pextr", "pinsr", "cvtsi2", "cvtts", "cvtsd2si",
                               "cvtss2si", "pbroadcast", "extractps"});
}

bool is_legacy_vector(const Instruction &i) { return is_vector(i) && !i.mnemonic.starts_with('v'); }

bool is_scalar_float(const Instruction &i) {
  return is_vector(i) && (i.mnemonic.ends_with("ss") || i.mnemonic.ends_with("sd")) && !i.is_move();
}

constexpr std::array features{
    Feature{"store", has_store},
    Feature{"several stores", has_several_stores},
    Feature{"stores to different line halves", stores_to_different_halves},
    Feature{"stores through different registers", stores_through_different_registers},
    Feature{"line-crossing access (aligned base)", has_line_crossing},
    Feature{"load from a stored address", loads_stored_address},
    Feature{"load overlaps store of other size or offset", load_overlaps_store_partly},
    Feature{"load beside store by other base at same offset", load_and_store_by_other_base},
    Feature{"load with operation", has_load_with_operation},
    Feature{"read-modify-write", has_read_modify_write},
    Feature{"load feeds an address", load_feeds_address},
    Feature{"indexed load", has_indexed_load},
    Feature{"indexed store", has_indexed_store},
    Feature{"three or more memory operations", has_many_memory_operations},
    Feature{"rip-relative", has_rip_relative},
    Feature{"push or pop", [](const Code &code) { return any(code, is_stack_operation); }},
    Feature{"push/pop beside explicit rsp",
            [](const Code &code) {
              return any(code, is_stack_operation) &&
                     any(code, [](const Instruction &i) { return !is_stack_operation(i) && names_stack_pointer(i); });
            }},
    Feature{"setcc or cmov", [](const Code &code) { return any_named(code, {"set", "cmov"}); }},
    Feature{"adc or sbb", [](const Code &code) { return any_named(code, {"adc", "sbb", "adox"}); }},
    Feature{"integer division", [](const Code &code) { return any_named(code, {"div", "idiv"}); }},
    Feature{"float division or root", [](const Code &code) { return any_vector_named(code, {"div", "sqrt"}); }},
    Feature{"integer multiplication",
            [](const Code &code) {
              return any_named(code, {"imul", "mul"}) && any(code, [](const Instruction &i) {
                       return !is_vector(i) && begins(i.mnemonic, {"imul", "mul"});
                     });
            }},
    Feature{"vector integer multiplication",
            [](const Code &code) { return any_vector_named(code, {"pmul", "pmadd"}); }},
    Feature{"fused multiply-add", [](const Code &code) { return any_named(code, {"vfm", "vfnm"}); }},
    Feature{"scalar floating point", [](const Code &code) { return any(code, is_scalar_float); }},
    Feature{"gather or scatter",
            [](const Code &code) { return any_named(code, {"vgather", "vpgather", "vscatter", "vpscatter"}); }},
    Feature{"shuffle",
            [](const Code &code) {
              return any_vector_named(code,
                                      {"shuf",    "pshuf",     "unpck",      "punpck", "perm",   "pack",  "palign",
                                       "align",   "insert",    "extract",    "blend",  "pblend", "movhl", "movlh",
                                       "movddup", "broadcast", "pbroadcast", "pslldq", "psrldq", "hadd",  "phadd"});
            }},
    Feature{"conversion", [](const Code &code) { return any_vector_named(code, {"cvt", "pmovzx", "pmovsx"}); }},
    Feature{"between general and vector registers",
            [](const Code &code) { return any(code, moves_between_register_files); }},
    Feature{"masks",
            [](const Code &code) {
              return any(code, [](const Instruction &i) {
                return i.masked || i.mnemonic.starts_with('k') ||
                       std::ranges::any_of(i.operands, [](const OperandText &o) {
                         return o.kind == Kind::register_ && o.text.starts_with('k');
                       });
              });
            }},
    Feature{"512-bit",
            [](const Code &code) { return any(code, [](const Instruction &i) { return i.has_register("zmm"); }); }},
    Feature{"256-bit",
            [](const Code &code) { return any(code, [](const Instruction &i) { return i.has_register("ymm"); }); }},
    Feature{"legacy SSE", [](const Code &code) { return any(code, is_legacy_vector); }},
    Feature{"vector registers", [](const Code &code) { return any(code, is_vector); }},
    Feature{"shift or rotate", [](const Code &code) { return any(code, is_shift); }},
    Feature{"shift by cl",
            [](const Code &code) {
              return any(code, [](const Instruction &i) { return is_shift(i) && i.operands.front().text == "cl"; });
            }},
    Feature{"lea of three parts", [](const Code &code) { return any(code, is_three_part_lea); }},
    Feature{"8- or 16-bit destination",
            [](const Code &code) {
              return any(code, [](const Instruction &i) {
                return writes_last(i) && is_general(i.operands.back()) && register_bytes(i.operands.back().text) <= 2;
              });
            }},
    Feature{"high byte register", [](const Code &code) { return any(code, has_high_byte); }},
    Feature{"register move", [](const Code &code) { return any(code, is_register_move); }},
    Feature{"operation of a register with itself",
            [](const Code &code) {
              return any(code, [](const Instruction &i) {
                return all_same_register(i) && !i.mnemonic.starts_with("test") && !is_register_move(i);
              });
            }},
    Feature{"lock",
            [](const Code &code) {
              return any(
                  code, [](const Instruction &i) { return std::ranges::find(i.prefixes, "lock") != i.prefixes.end(); });
            }},
    Feature{"atomic exchange or fence",
            [](const Code &code) { return any_named(code, {"xchg", "cmpxchg", "mfence", "sfence", "lfence"}); }},
    Feature{"string operation",
            [](const Code &code) {
              return any(code, [](const Instruction &i) {
                return std::ranges::any_of(i.prefixes, [](const std::string &p) { return p.starts_with("rep"); });
              });
            }},
    Feature{"nop or prefetch", [](const Code &code) { return any_named(code, {"nop", "prefetch"}); }},
    Feature{"conditional branch",
            [](const Code &code) {
              return any(code, [](const Instruction &i) { return is_branch(i) && i.mnemonic != "jmp"; });
            }},
    Feature{"several branches", [](const Code &code) { return std::ranges::count_if(code, is_branch) > 1; }},
    Feature{"fused compare and branch", has_fused_pair},
};

} // namespace

Code read_code(const std::vector<std::string> &instructions) {
  Code code;
  for (const std::string &text : instructions)
    code.push_back(read_instruction(text));
  return code;
}

std::vector<std::string> features_of(const Code &code) {
  std::vector<std::string> names;
  for (const Feature &feature : features)
    if (feature.holds(code))
      names.emplace_back(feature.name);
  return names;
}

} // namespace osaca::accuracy
