#include "pipeline/block_instructions.h"

#include "loops/vector_types.h"

namespace osaca {
namespace {

/// Some ten megabytes. Blocks without end must not fill the memory.
constexpr std::size_t most_known = 16384;

/// In keys: not known.
constexpr std::int8_t least_log = -128;

} // namespace

Expected<std::vector<std::shared_ptr<const CostedInstruction>>>
BlockInstructions::of(std::span<const std::uint8_t> code) {
  type_ = {};
  Expected<Instructions> instructions = read(code);
  if (instructions && type_ != VectorType()) // the block is the body of a loop: the same holds at its beginning
    instructions = read(code);
  return instructions;
}

Expected<BlockInstructions::Instructions> BlockInstructions::read(std::span<const std::uint8_t> code) {
  Instructions instructions;
  instructions.reserve(code.size() / 4 + 1);
  bool ends_with_prefix = false;
  for (std::size_t at = 0; at < code.size();) {
    const int size = reader_.read(code.subspan(at));
    if (size == 0)
      return Error{"no instruction at byte " + std::to_string(at) + " of " + std::to_string(code.size())};
    const Known &found = known(code.subspan(at, static_cast<std::size_t>(size)));
    if (found.lock)
      instructions.push_back(found.lock);
    instructions.push_back(found.costed);
    ends_with_prefix = found.is_lone_prefix;
    type_ = found.type_after;
    at += static_cast<std::size_t>(size);
  }
  if (ends_with_prefix)
    return Error{"the block ends with a prefix that has no instruction"};
  return instructions;
}

const BlockInstructions::Known &BlockInstructions::known(std::span<const std::uint8_t> bytes) {
  key_.assign(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  if (type_ != VectorType()) {
    key_ += static_cast<char>(type_.log_group.value_or(least_log));
    key_ += static_cast<char>(type_.log_element_bits.value_or(least_log));
  }
  const auto place = known_.find(key_);
  if (place != known_.end())
    return place->second;
  if (known_.size() >= most_known)
    known_.clear();
  Known first = made();
  if (reader_.read_next_part()) {
    Known second = made();
    second.lock = std::move(first.costed);
    first = std::move(second);
  }
  return known_.emplace(key_, std::move(first)).first->second;
}

/// Of what was read last. The compiler's figures are only asked for where the model has none.
BlockInstructions::Known BlockInstructions::made() {
  Instruction instruction = reader_.instruction(false);
  instruction.vector_type = type_;
  const FormCosts::Form &form = costs_.form_of(instruction);
  if (!form.listed)
    instruction.compiler_costs = reader_.compiler_costs(type_);
  Known known{nullptr, std::make_shared<const CostedInstruction>(bind_instruction(costs_, form, instruction)),
              is_lone_prefix(instruction), type_};
  if (costs_.model().data().isa == Isa::riscv64) // no other has such types
    follow_vector_type(instruction, known.type_after);
  reader_.recycle(std::move(instruction));
  return known;
}

} // namespace osaca
