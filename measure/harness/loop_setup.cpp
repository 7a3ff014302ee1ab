#include "measure/harness/loop_setup.h"

#include "measure/harness/loop_steps.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace osaca::measure {

namespace {

constexpr std::uint64_t pointer_word = 0x2324000;
constexpr std::uint64_t index_word = 0x0000001000000010;   // small in 32 bits, and the same address for all in 64
constexpr std::uint64_t first_spilled_buffer = 0x30000000; // after the regions of registers
constexpr std::uint64_t spilled_buffer_distance = 0x100000 + 23 * 64;
constexpr std::uint64_t spilled_distance = 32; // bytes or elements; each word has another multiple

const MemoryOperand *spilled_place(const Instruction &instruction, const RegisterUses &uses) {
  if (!instruction.loads)
    return nullptr;
  for (const Operand &operand : instruction.operands)
    if (const MemoryOperand *memory = as_memory(operand); memory != nullptr && operand.read) {
      const auto base = memory->base ? general_index(memory->base->name) : std::nullopt;
      return base && !uses[*base].is_changed && !memory->index && memory->symbol.empty() && memory->width_bytes == 8
                 ? memory
                 : nullptr;
    }
  return nullptr;
}

std::optional<std::size_t> general_target(const Instruction &instruction) {
  for (const Operand &operand : instruction.operands)
    if (const Register *reg = as_register(operand); reg != nullptr && operand.written && general_index(reg->name))
      return general_index(reg->name);
  return std::nullopt;
}

bool loads_extended(const Instruction &instruction) {
  return instruction.loads && instruction.opcode.find("F80m") != std::string::npos;
}

bool has_vector_addresses(const Kernel &kernel) {
  return std::ranges::any_of(kernel.instructions, [](const Instruction &instruction) {
    return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
      const MemoryOperand *memory = as_memory(operand);
      return memory != nullptr && memory->is_gather_scatter;
    });
  });
}

void make_small(const Register &reg, std::array<VectorValue, vector_registers> &values) {
  if (const auto index = vector_index(reg))
    values[*index] = {{index_word, index_word}};
}

} // namespace

std::optional<std::size_t> vector_index(const Register &reg) {
  if (reg.kind != RegisterKind::vector || reg.name.size() < 4 || reg.name.substr(1, 2) != "mm")
    return std::nullopt;
  std::size_t number = 0;
  for (const char digit : reg.name.substr(3))
    number = 10 * number + static_cast<std::size_t>(digit - '0');
  return number % vector_registers;
}

std::uint64_t fill_word_of(const Kernel &kernel, const RegisterUses &uses) {
  bool loads_indices = false;
  for (const Instruction &instruction : kernel.instructions) {
    if (loads_extended(instruction))
      return extended_word;
    const std::optional<std::size_t> target = general_target(instruction);
    if (!instruction.loads || !target || spilled_place(instruction, uses) != nullptr)
      continue;
    if (uses[*target].is_base && instruction.loads_pointer)
      return pointer_word;
    loads_indices = loads_indices || uses[*target].is_index || uses[*target].is_base;
  }
  return loads_indices ? index_word : float_word;
}

bool follows_list(const Kernel &kernel, const RegisterUses &uses) {
  return std::ranges::any_of(kernel.instructions, [&uses](const Instruction &instruction) {
    const std::optional<std::size_t> target = general_target(instruction);
    return target && uses[*target].is_base && instruction.loads_pointer && spilled_place(instruction, uses) == nullptr;
  });
}

std::vector<PlantedWord> spilled_words(const Kernel &kernel, const RegisterUses &uses, const GeneralRegisters &start,
                                       std::uint64_t shift) {
  std::vector<PlantedWord> planted;
  for (const Instruction &instruction : kernel.instructions) {
    const MemoryOperand *place = spilled_place(instruction, uses);
    const std::optional<std::size_t> target = general_target(instruction);
    if (place == nullptr || !target || (!uses[*target].is_base && !uses[*target].is_index))
      continue;
    const std::uint64_t address =
        start[*general_index(place->base->name)] + static_cast<std::uint64_t>(place->displacement);
    if (std::ranges::any_of(planted, [address](const PlantedWord &other) { return other.address == address; }))
      continue;
    const std::uint64_t number = planted.size() + 1;
    const bool is_pointer = uses[*target].is_base && instruction.loads_pointer;
    planted.push_back(
        {address,
         is_pointer ? first_spilled_buffer + number * spilled_buffer_distance + shift : number * spilled_distance,
         sizeof(std::uint64_t)});
  }
  return planted;
}

std::array<VectorValue, vector_registers> vector_values(const Kernel &kernel) {
  std::array<VectorValue, vector_registers> values;
  values.fill({{float_word, float_word}});
  if (!has_vector_addresses(kernel))
    return values;
  for (const Instruction &instruction : kernel.instructions)
    for (const Operand &operand : instruction.operands) {
      const MemoryOperand *memory = as_memory(operand);
      const Register *reg = as_register(operand);
      if (memory != nullptr && memory->is_gather_scatter && memory->index)
        make_small(*memory->index, values);
      else if (reg != nullptr && instruction.mnemonic.starts_with("vp") && !instruction.mnemonic.starts_with("vperm"))
        make_small(*reg, values);
    }
  return values;
}

namespace {

constexpr std::int64_t narrowest_vector_bytes = 16;
constexpr std::int64_t cache_line_bytes = 64;

struct RowPointers {
  std::set<std::size_t> all; ///< registers that are bases of vector loads
  std::set<std::size_t> written;
  std::set<std::size_t> placed; ///< those with a load that shows their distance from a line
  std::optional<std::int64_t> bytes_off;
};

RowPointers row_pointers(const Kernel &loop) {
  RowPointers rows;
  for (const Instruction &instruction : loop.instructions)
    for (const Operand &operand : instruction.operands) {
      const MemoryOperand *memory = as_memory(operand);
      const auto base = memory != nullptr && memory->base && !memory->is_gather_scatter
                            ? general_index(memory->base->name)
                            : std::nullopt;
      if (!base || instruction.computes_address)
        continue;
      if (operand.written)
        rows.written.insert(*base);
      if (!operand.read || memory->width_bytes < narrowest_vector_bytes)
        continue;
      rows.all.insert(*base);
      if (memory->displacement % memory->width_bytes == 0)
        continue;
      rows.placed.insert(*base);
      if (!rows.bytes_off)
        rows.bytes_off = (memory->displacement % cache_line_bytes + cache_line_bytes) % cache_line_bytes;
    }
  return rows;
}

} // namespace

void lay_out_rows(const Kernel &loop, const RegisterUses &uses, GeneralRegisters &start) {
  const RowPointers rows = row_pointers(loop);
  if (!rows.bytes_off)
    return;
  for (const std::size_t row : rows.all)
    if (uses[row].is_base && uses[row].is_stepped && !rows.placed.contains(row) && !rows.written.contains(row))
      start[row] += static_cast<std::uint64_t>(*rows.bytes_off);
}

// Every stream gets a buffer of its own, small enough that all of them stay in the L1 cache. Pages are mapped when the
// loop first touches them. The use in the loop shows whether a register counts, points or holds data.

namespace {

constexpr std::uint64_t first_buffer = 0x10000000;
constexpr std::uint64_t buffer_distance = 0x100000 + 15 * 64; // different page offsets: no false conflicts
constexpr std::uint64_t row_elements = 136; // an index that does not change adds so much: the next row of a grid
constexpr std::uint64_t index_distance_bytes = 2048 + 64; // between changing indices: each has its own elements
constexpr std::uint64_t other_value = 3;                  // of registers that hold data
constexpr std::int64_t working_set_bytes = 24576;         // of the longer run: three quarters of a small L1 cache
constexpr std::int64_t fewest_iterations = 8;
constexpr std::int64_t most_iterations = 4096;
constexpr std::int64_t unpredicted_iterations = 256;
constexpr std::int64_t least_difference = 128; // between two runs with an unpredicted end
constexpr std::int64_t predicted_iterations = 64;

std::int64_t stride_bytes(const RegisterUse &use) {
  if (!use.is_changed)
    return 0;
  const std::int64_t step = std::abs(use.step) + use.added_per_iteration;
  if (use.is_index)
    return step * use.largest_scale;
  return use.is_base ? step : 0;
}

} // namespace

// On Zen 5 the predictor knows the end of loops of up to some 75 iterations, and of none from 230 iterations. In
// between, the end of a run takes 20 to 70 cycles more than otherwise. A mispredicted end takes 36 or 76 cycles more,
// and which of both depends on the number of iterations.
IterationCounts iteration_counts(std::int64_t most, int variant) {
  const auto longer = static_cast<int>(std::min(most, most_iterations));
  if (longer >= unpredicted_iterations + least_difference)
    return {std::max(static_cast<int>(unpredicted_iterations), longer / 2) + 2 * variant, longer - 3 * variant};
  const int shorter = std::min(longer, static_cast<int>(predicted_iterations)) / 2;
  return {shorter, 2 * shorter};
}

std::int64_t fitting_iterations(const RegisterUses &uses) {
  std::int64_t stride = 0;
  for (const RegisterUse &use : uses)
    stride = std::max(stride, stride_bytes(use));
  std::int64_t streams = 0;
  for (const RegisterUse &use : uses)
    streams += use.is_base ? 1 : 0;
  if (stride == 0)
    return most_iterations;
  return std::clamp(working_set_bytes / (stride * std::max<std::int64_t>(streams, 1)), 2 * fewest_iterations,
                    most_iterations);
}

GeneralRegisters start_values(const RegisterUses &uses, std::uint64_t other) {
  GeneralRegisters start{};
  std::uint64_t buffers = 0;
  std::uint64_t rows = 0;
  std::uint64_t streams = 0; // of changing indices
  for (std::size_t i = 0; i < start.size(); ++i) {
    const RegisterUse &use = uses[i];
    if (use.is_base)
      start[i] = first_buffer + buffers++ * buffer_distance;
    else if (use.is_index)
      start[i] = use.is_changed ? streams++ * index_distance_bytes / static_cast<std::uint64_t>(use.largest_scale)
                                : ++rows * row_elements;
    else if (use.natural_value != 0)
      start[i] = static_cast<std::uint64_t>(use.natural_value);
    else
      start[i] = use.is_changed && use.is_stepped ? 0 : other;
  }
  return start;
}

Expected<LoopSetup> set_up_loop(const Kernel &kernel, int variant) {
  const RegisterUses uses = register_uses(kernel);
  OSACA_TRY(const LoopExit exit, find_exit(kernel, uses));
  LoopSetup setup;
  setup.iterations = iteration_counts(fitting_iterations(uses), variant);
  setup.shorter_start = setup.longer_start = start_values(uses, other_value);
  lay_out_rows(kernel, uses, setup.shorter_start);
  setup.longer_start = setup.shorter_start;
  setup.fill_word = fill_word_of(kernel, uses);
  setup.planted = spilled_words(kernel, uses, setup.shorter_start, 0);
  setup.vectors = vector_values(kernel);
  if (!solve(exit, setup.iterations.shorter, setup.shorter_start) ||
      !solve(exit, setup.iterations.longer, setup.longer_start))
    return Error{"cannot determine when the loop ends: its counter cannot reach its limit"};
  return setup;
}

} // namespace osaca::measure
