#include "measure/harness/loop_walks.h"

#include "base/format.h"
#include "measure/harness/loop_setup.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace osaca::measure {

namespace {

constexpr std::int64_t bytes_of_line = 64;

/// A load of an address through another address.
struct PointerLoad {
  std::size_t base = 0;
  std::size_t target = 0;
  std::int64_t offset = 0;
};

std::optional<std::size_t> written_register(const Instruction &instruction) {
  for (const Operand &operand : instruction.operands)
    if (const Register *reg = as_register(operand); reg != nullptr && operand.written && general_index(reg->name))
      return general_index(reg->name);
  return std::nullopt;
}

std::optional<std::size_t> read_register(const Instruction &instruction) {
  for (const Operand &operand : instruction.operands)
    if (const Register *reg = as_register(operand); reg != nullptr && operand.read && general_index(reg->name))
      return general_index(reg->name);
  return std::nullopt;
}

std::optional<PointerLoad> pointer_load(const Instruction &instruction, const RegisterUses &uses) {
  const std::optional<std::size_t> target = written_register(instruction);
  if (!instruction.loads || !instruction.loads_pointer || !target)
    return std::nullopt;
  for (const Operand &operand : instruction.operands)
    if (const MemoryOperand *memory = as_memory(operand);
        memory != nullptr && operand.read && memory->base && !memory->index)
      if (const auto base = general_index(memory->base->name);
          base && uses[*base].is_changed && !uses[*base].is_stepped)
        return PointerLoad{*base, *target, memory->displacement};
  return std::nullopt;
}

/// Groups of registers that pass addresses of nodes to each other by loads or moves, each with a number.
class Groups {
public:
  Groups() {
    for (std::size_t i = 0; i < group_.size(); ++i)
      group_[i] = i;
  }
  void join(std::size_t one, std::size_t other) {
    const std::size_t kept = group_[one];
    const std::size_t given_up = group_[other];
    std::ranges::replace(group_, given_up, kept);
  }
  [[nodiscard]] bool are_one(std::size_t one, std::size_t other) const { return group_[one] == group_[other]; }

private:
  std::array<std::size_t, 16> group_{};
};

/// Whether an iteration reads the register before it writes it.
bool is_read_first(const Kernel &loop, std::size_t reg) {
  for (const Instruction &instruction : loop.instructions) {
    for (const Operand &operand : instruction.operands) {
      const Register *plain = as_register(operand);
      const MemoryOperand *memory = as_memory(operand);
      const bool reads = (plain != nullptr && operand.read && general_index(plain->name) == reg) ||
                         (memory != nullptr && memory->base && general_index(memory->base->name) == reg);
      if (reads)
        return true;
    }
    if (written_register(instruction) == reg)
      return false;
  }
  return false;
}

bool tests_for_zero(const Kernel &loop, const ListWalk &list) {
  const Instruction &jump = loop.instructions.back();
  if (loop.instructions.size() < 2 || (jump.mnemonic != "jne" && jump.mnemonic != "jnz"))
    return false;
  for (std::size_t i = loop.instructions.size() - 1; i-- > 0;) {
    const Instruction &test = loop.instructions[i];
    if (test.opcode != "TEST64rr")
      continue;
    const std::optional<std::size_t> tested = read_register(test);
    return tested && std::ranges::find(list.registers, *tested) != list.registers.end();
  }
  return false;
}

void measure_node(const RegisterUses &uses, ListWalk &list) {
  std::int64_t end = list.next_offset + 8;
  for (const std::size_t reg : list.registers)
    if (uses[reg].is_base)
      end = std::max(end, uses[reg].highest_offset);
  while (list.node_bytes < end)
    list.node_bytes += bytes_of_line;
}

Expected<ListWalk> list_of(const Kernel &loop, const RegisterUses &uses, const Groups &groups,
                           const std::vector<PointerLoad> &loads, std::size_t first) {
  ListWalk list;
  list.next_offset = loads[first].offset;
  for (std::size_t reg = 0; reg < uses.size(); ++reg)
    if (groups.are_one(reg, loads[first].base))
      list.registers.push_back(reg);
  for (const PointerLoad &load : loads)
    if (groups.are_one(load.base, loads[first].base)) {
      if (load.offset != list.next_offset || load.offset < 0 || load.offset % 8 != 0)
        return Error{"a node of its list points to several other nodes"};
      ++list.nodes_per_iteration;
    }
  for (const std::size_t reg : list.registers) {
    if (uses[reg].is_base && uses[reg].lowest_offset < 0)
      return Error{"it accesses memory before the beginning of a list node"};
    if (is_read_first(loop, reg))
      list.starts.push_back(reg);
  }
  list.ends_with_zero = tests_for_zero(loop, list);
  measure_node(uses, list);
  return list;
}

} // namespace

Expected<std::vector<ListWalk>> lists_of(const Kernel &loop, const RegisterUses &uses) {
  std::vector<PointerLoad> loads;
  Groups groups;
  for (const Instruction &instruction : loop.instructions) {
    const std::optional<PointerLoad> load = pointer_load(instruction, uses);
    if (load && uses[load->target].is_changed) {
      loads.push_back(*load);
      groups.join(load->base, load->target);
    }
  }
  for (const Instruction &instruction : loop.instructions)
    if (const auto from = read_register(instruction), into = written_register(instruction);
        instruction.opcode == "MOV64rr" && from && into)
      for (const PointerLoad &load : loads)
        if (groups.are_one(load.base, *into))
          groups.join(load.base, *from);
  std::vector<ListWalk> lists;
  std::vector<bool> is_done(loads.size());
  for (std::size_t i = 0; i < loads.size(); ++i) {
    if (is_done[i])
      continue;
    for (std::size_t j = i; j < loads.size(); ++j)
      is_done[j] = is_done[j] || groups.are_one(loads[i].base, loads[j].base);
    OSACA_TRY(const ListWalk list, list_of(loop, uses, groups, loads, i));
    lists.push_back(list);
  }
  return lists;
}

namespace {

constexpr int most_steps_back = 8; ///< from an index back to the load that it comes from

/// A load of indices.
struct IndexLoad {
  std::size_t array = 0; ///< register of its address
  int index_bytes = 0;
  int count = 0; ///< of indices
};

const MemoryOperand *read_memory(const Instruction &instruction) {
  for (const Operand &operand : instruction.operands)
    if (const MemoryOperand *memory = as_memory(operand); memory != nullptr && operand.read)
      return memory;
  return nullptr;
}

/// The same register by any of its names.
bool is_same_register(const Register &one, const Register &other) {
  if (const auto vector = vector_index(one))
    return vector_index(other) == vector;
  return general_index(one.name) && general_index(one.name) == general_index(other.name);
}

bool writes_to(const Instruction &instruction, const Register &reg) {
  return std::ranges::any_of(instruction.operands, [&reg](const Operand &operand) {
    const Register *written = as_register(operand);
    return written != nullptr && operand.written && is_same_register(*written, reg);
  });
}

/// Instructions that only pass values on: moves, extensions, parts of vectors.
bool hands_on(const Instruction &instruction) {
  constexpr std::string_view moves[] = {"mov",    "vmov",  "cltq",  "cdqe",    "vpmov",  "pmov",   "vextract",
                                        "vpshuf", "pshuf", "vperm", "vpsrldq", "psrldq", "vinsert"};
  return std::any_of(std::begin(moves), std::end(moves),
                     [&instruction](std::string_view name) { return instruction.mnemonic.starts_with(name); });
}

/// For a vector load that widens elements: their width in memory; 0: it does not widen.
int widened_from(const Instruction &instruction) {
  const std::string &name = instruction.mnemonic;
  const bool widens = name.starts_with("vpmovsx") || name.starts_with("vpmovzx") || name.starts_with("pmovsx") ||
                      name.starts_with("pmovzx");
  if (!widens || name.size() < 2)
    return 0;
  const char from = name[name.size() - 2];
  return from == 'b' ? 1 : from == 'w' ? 2 : 4;
}

/// `index_bytes`: the width of a vector's elements; 0: the whole loaded value is one index.
std::optional<IndexLoad> load_at(const Instruction &instruction, int index_bytes) {
  const MemoryOperand *memory = read_memory(instruction);
  if (memory == nullptr || memory->is_gather_scatter || !memory->base || !hands_on(instruction))
    return std::nullopt;
  const auto array = general_index(memory->base->name);
  if (!array || memory->width_bytes <= 0)
    return std::nullopt;
  const int element = index_bytes == 0                 ? memory->width_bytes
                      : widened_from(instruction) != 0 ? widened_from(instruction)
                                                       : index_bytes;
  return IndexLoad{*array, element, std::max(memory->width_bytes / element, 1)};
}

/// Goes back, also across the loop's beginning, to the load that the register's value comes from.
std::optional<IndexLoad> origin_of(const Kernel &loop, std::size_t position, Register reg, int index_bytes) {
  const std::size_t count = loop.instructions.size();
  int steps = 0;
  for (std::size_t back = 1; back <= count && steps < most_steps_back; ++back) {
    const Instruction &instruction = loop.instructions[(position + count - back % count) % count];
    if (!writes_to(instruction, reg))
      continue;
    ++steps;
    if (instruction.loads)
      return load_at(instruction, index_bytes);
    if (!hands_on(instruction))
      return std::nullopt;
    const Register *source = nullptr;
    for (const Operand &operand : instruction.operands)
      if (const Register *read = as_register(operand); read != nullptr && operand.read && source == nullptr)
        source = read;
    if (source == nullptr)
      return std::nullopt;
    reg = *source;
  }
  return std::nullopt;
}

Error unknown_walk(const std::string &why) {
  return Error{"it follows neither a list nor an array of indices: " + why};
}

/// "vgatherdpd", "vpgatherqd": the width of an index, and that of an element.
struct GatherWidths {
  int index = 0;
  int element = 0;
};

std::optional<GatherWidths> gather_widths(const std::string &mnemonic) {
  const std::size_t at = mnemonic.find("gather");
  if (at == std::string::npos || mnemonic.size() < at + 8)
    return std::nullopt; // scatters store to many addresses
  const char index = mnemonic[at + 6];
  const char element = mnemonic.back();
  const bool is_packed = mnemonic[mnemonic.size() - 2] == 'p'; // pd, ps; otherwise integers
  return GatherWidths{index == 'q' ? 8 : 4, is_packed ? (element == 'd' ? 8 : 4) : (element == 'q' ? 8 : 4)};
}

/// An access with a loaded index; empty: it is not one. `place`: the position of the instruction.
Expected<std::optional<IndexedArray>> indexed_access(const Kernel &loop, std::size_t place, const MemoryOperand &memory,
                                                     const RegisterUses &uses) {
  const std::optional<IndexedArray> none;
  if (!memory.index || !memory.base)
    return none;
  Register index = *memory.index;
  auto array = general_index(memory.base->name);
  const auto number = general_index(index.name);
  if (array && number && memory.scale == 1 && uses[*array].is_loaded && !uses[*number].is_changed) {
    index = *memory.base; // base and index are exchanged in the text
    array = number;
  }
  const auto counter = general_index(index.name);
  if (!memory.is_gather_scatter && (!counter || !uses[*counter].is_loaded))
    return none;
  GatherWidths widths{0, memory.width_bytes};
  if (memory.is_gather_scatter) {
    const std::optional<GatherWidths> gather = gather_widths(loop.instructions[place].mnemonic);
    if (!gather)
      return unknown_walk(format_text("'{}' is not supported", loop.instructions[place].mnemonic));
    widths = *gather;
  }
  const std::optional<IndexLoad> load = origin_of(loop, place, index, widths.index);
  if (!load || !array || uses[*array].is_changed)
    return unknown_walk(format_text("the origin of the index of '{}' is unknown", loop.instructions[place].mnemonic));
  IndexedArray found;
  found.array = *array;
  found.indices = load->array;
  found.index_bytes = load->index_bytes;
  found.index_unit = std::max(1, widths.element / memory.scale);
  found.element_bytes = found.index_unit * memory.scale;
  found.elements_per_iteration = load->count;
  return std::optional(found);
}

} // namespace

bool LoopWalks::has_list_of(std::size_t reg) const {
  return std::ranges::any_of(
      lists, [reg](const ListWalk &list) { return std::ranges::find(list.registers, reg) != list.registers.end(); });
}

bool LoopWalks::has_indexed(std::size_t array) const {
  return std::ranges::any_of(indexed, [array](const IndexedArray &one) { return one.array == array; });
}

bool LoopWalks::is_later_row(std::size_t reg) const {
  return std::ranges::find(rows, reg) > rows.begin() && std::ranges::find(rows, reg) != rows.end();
}

bool writes_through(const Kernel &loop, std::size_t base) {
  return std::ranges::any_of(loop.instructions, [base](const Instruction &instruction) {
    return std::ranges::any_of(instruction.operands, [base](const Operand &operand) {
      const MemoryOperand *memory = as_memory(operand);
      return memory != nullptr && operand.written && memory->base && general_index(memory->base->name) == base;
    });
  });
}

std::vector<std::size_t> rows_of(const Kernel &loop, const RegisterUses &uses, int rows) {
  std::vector<std::size_t> found;
  for (std::size_t reg = 0; rows > 1 && reg < uses.size(); ++reg) {
    if (uses[reg].is_base && uses[reg].is_stepped && !writes_through(loop, reg))
      found.push_back(reg);
  }
  return static_cast<int>(found.size()) == rows ? found : std::vector<std::size_t>{};
}

Expected<LoopWalks> walks_of(const Kernel &loop, const RegisterUses &uses) {
  LoopWalks walks;
  OSACA_TRY(walks.lists, lists_of(loop, uses));
  for (std::size_t i = 0; i < loop.instructions.size(); ++i)
    for (const Operand &operand : loop.instructions[i].operands) {
      const MemoryOperand *memory = as_memory(operand);
      if (memory == nullptr || loop.instructions[i].computes_address)
        continue;
      OSACA_TRY(const std::optional<IndexedArray> found, indexed_access(loop, i, *memory, uses));
      if (found)
        walks.indexed.push_back(*found);
    }
  return walks;
}

} // namespace osaca::measure
