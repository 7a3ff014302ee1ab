#include "pipeline/block_instructions.h"

namespace osaca {
namespace {

/// Some ten megabytes. Blocks without end must not fill the memory.
constexpr std::size_t most_known = 16384;

} // namespace

Expected<std::vector<std::shared_ptr<const CostedInstruction>>>
BlockInstructions::of(std::span<const std::uint8_t> code) {
  std::vector<std::shared_ptr<const CostedInstruction>> instructions;
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
    at += static_cast<std::size_t>(size);
  }
  if (ends_with_prefix)
    return Error{"the block ends with a prefix that has no instruction"};
  return instructions;
}

const BlockInstructions::Known &BlockInstructions::known(std::span<const std::uint8_t> bytes) {
  key_.assign(reinterpret_cast<const char *>(bytes.data()), bytes.size());
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
  const FormCosts::Form &form = costs_.form_of(instruction);
  if (!form.listed)
    instruction.compiler_costs = reader_.compiler_costs();
  Known known{nullptr, std::make_shared<const CostedInstruction>(bind_instruction(costs_, form, instruction)),
              is_lone_prefix(instruction)};
  reader_.recycle(std::move(instruction));
  return known;
}

} // namespace osaca
