#include "measure/harness/loop_walks.h"

#include "measure/harness/loop_lists.h"
#include "measure/harness/loop_memory.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace osaca::measure {
namespace {

constexpr int most_steps_back = 8; ///< from an index to the load that it comes from

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

/// What only hands values on: moves, widening, parts of vectors.
bool hands_on(const Instruction &instruction) {
  constexpr std::string_view moves[] = {"mov",    "vmov",  "cltq",  "cdqe",    "vpmov",  "pmov",   "vextract",
                                        "vpshuf", "pshuf", "vperm", "vpsrldq", "psrldq", "vinsert"};
  return std::any_of(std::begin(moves), std::end(moves),
                     [&instruction](std::string_view name) { return instruction.mnemonic.starts_with(name); });
}

/// Of the elements that a vector load widens to others, their width in memory; 0: it does not widen.
int widened_from(const Instruction &instruction) {
  const std::string &name = instruction.mnemonic;
  const bool widens = name.starts_with("vpmovsx") || name.starts_with("vpmovzx") || name.starts_with("pmovsx") ||
                      name.starts_with("pmovzx");
  if (!widens || name.size() < 2)
    return 0;
  const char from = name[name.size() - 2];
  return from == 'b' ? 1 : from == 'w' ? 2 : 4;
}

/// `index_bytes`: of a vector's elements; 0: all of what is loaded is one index.
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

/// Goes back, around the loop's beginning too, to the load that the register's value comes from.
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
  return Error{"it finds its places in another way than by lists or arrays of indices: " + why};
}

/// "vgatherdpd", "vpgatherqd": the width of an index, and of what it names.
struct GatherWidths {
  int index = 0;
  int element = 0;
};

std::optional<GatherWidths> gather_widths(const std::string &mnemonic) {
  const std::size_t at = mnemonic.find("gather");
  if (at == std::string::npos || mnemonic.size() < at + 8)
    return std::nullopt; // stores to many addresses
  const char index = mnemonic[at + 6];
  const char element = mnemonic.back();
  const bool is_packed = mnemonic[mnemonic.size() - 2] == 'p'; // pd, ps; else integers
  return GatherWidths{index == 'q' ? 8 : 4, is_packed ? (element == 'd' ? 8 : 4) : (element == 'q' ? 8 : 4)};
}

/// An access by a loaded index; empty: it is none. `place`: of the instruction.
Expected<std::optional<IndexedArray>> indexed_access(const Kernel &loop, std::size_t place, const MemoryOperand &memory,
                                                     const RegisterUses &uses) {
  const std::optional<IndexedArray> none;
  if (!memory.index || !memory.base)
    return none;
  Register index = *memory.index;
  auto array = general_index(memory.base->name);
  const auto number = general_index(index.name);
  if (array && number && memory.scale == 1 && uses[*array].is_loaded && !uses[*number].is_changed) {
    index = *memory.base; // they are written the other way round
    array = number;
  }
  const auto counter = general_index(index.name);
  if (!memory.is_gather_scatter && (!counter || !uses[*counter].is_loaded))
    return none;
  GatherWidths widths{0, memory.width_bytes};
  if (memory.is_gather_scatter) {
    const std::optional<GatherWidths> gather = gather_widths(loop.instructions[place].mnemonic);
    if (!gather)
      return unknown_walk("'" + loop.instructions[place].mnemonic + "'");
    widths = *gather;
  }
  const std::optional<IndexLoad> load = origin_of(loop, place, index, widths.index);
  if (!load || !array || uses[*array].is_changed)
    return unknown_walk("where '" + loop.instructions[place].mnemonic + "' has its index from");
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
  Expected<std::vector<ListWalk>> lists = lists_of(loop, uses);
  if (!lists)
    return lists.error();
  walks.lists = *std::move(lists);
  for (std::size_t i = 0; i < loop.instructions.size(); ++i)
    for (const Operand &operand : loop.instructions[i].operands) {
      const MemoryOperand *memory = as_memory(operand);
      if (memory == nullptr || loop.instructions[i].computes_address)
        continue;
      const Expected<std::optional<IndexedArray>> found = indexed_access(loop, i, *memory, uses);
      if (!found)
        return found.error();
      if (*found)
        walks.indexed.push_back(**found);
    }
  return walks;
}

} // namespace osaca::measure
