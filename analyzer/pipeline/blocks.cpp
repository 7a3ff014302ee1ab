#include "pipeline/block_instructions.h"

#include "analysis/bounds/prediction.h"
#include "base/format.h"
#include "base/text.h"
#include "loops/vector_types.h"
#include "osaca/blocks.h"
#include "pipeline/arch_resolution.h"
#include "pipeline/kernel_reports.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <exception>
#include <optional>

namespace osaca {

namespace {

/// About ten megabytes, so that an endless number of blocks does not fill the memory.
constexpr std::size_t most_known = 16384;

/// In keys: unknown.
constexpr std::int8_t least_log = -128;

bool has_relative_address(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const MemoryOperand *memory = as_memory(operand);
    return memory != nullptr && memory->base && memory->base->kind == RegisterKind::program_counter;
  });
}

/// The same instruction, which ends so many bytes after the beginning of the block. Its address can then be compared
/// with those of other instructions.
std::shared_ptr<const CostedInstruction> counted_from_the_block(const CostedInstruction &found, std::size_t end) {
  auto made = std::make_shared<CostedInstruction>(found);
  for (CostedAddress &address : made->addresses)
    address.displacement += static_cast<std::int64_t>(end);
  return made;
}

} // namespace

Expected<std::vector<std::shared_ptr<const CostedInstruction>>>
BlockInstructions::of(std::span<const std::uint8_t> code) {
  type_ = {};
  Expected<Instructions> instructions = read(code);
  if (instructions &&
      type_ !=
          VectorType()) // the block is the body of a loop, so the type at its end is also the type at its beginning
    instructions = read(code);
  return instructions;
}

Expected<BlockInstructions::Instructions> BlockInstructions::read(std::span<const std::uint8_t> code) {
  Instructions instructions;
  instructions.reserve(code.size() / 4 + 1);
  bool ends_with_prefix = false;
  for (std::size_t at = 0; at < code.size();) {
    const int size = reader_.read(code.subspan(at));
    if (size == 0 || static_cast<std::size_t>(size) > Key::most_bytes)
      return Error{format_text("no instruction at byte {} of {}", at, code.size())};
    const Known &found = known(code.subspan(at, static_cast<std::size_t>(size)));
    if (found.lock)
      instructions.push_back(found.lock);
    ends_with_prefix = found.is_lone_prefix;
    type_ = found.type_after;
    at += static_cast<std::size_t>(size);
    instructions.push_back(found.is_relative ? counted_from_the_block(*found.costed, at) : found.costed);
  }
  if (ends_with_prefix)
    return Error{"the block ends with a prefix without an instruction"};
  return instructions;
}

BlockInstructions::Key BlockInstructions::key_of(std::span<const std::uint8_t> bytes) const {
  Key key;
  std::memcpy(key.words.data(), bytes.data(), std::min(bytes.size(), Key::most_bytes));
  const auto log_of = [](const std::optional<std::int8_t> &log) {
    return std::uint64_t{static_cast<std::uint8_t>(log.value_or(least_log))};
  };
  key.words[2] = bytes.size() << 16U | log_of(type_.log_group) << 8U | log_of(type_.log_element_bits);
  return key;
}

std::size_t BlockInstructions::HashOfKey::operator()(const Key &key) const noexcept {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15; // 2^64 divided by the golden ratio
  std::uint64_t hash = 0;
  for (const std::uint64_t word : key.words)
    hash = (std::rotl(hash, 32) ^ word) * factor;
  return hash ^ hash >> 32U;
}

const BlockInstructions::Known &BlockInstructions::known(std::span<const std::uint8_t> bytes) {
  const Key key = key_of(bytes);
  const auto place = known_.find(key);
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
  return known_.emplace(key, std::move(first)).first->second;
}

/// Costs of the instruction that was read last. The compiler's figures are used only if the model has none.
BlockInstructions::Known BlockInstructions::made() {
  Instruction instruction = reader_.instruction(false);
  instruction.vector_type = type_;
  costs_.leave_out_absent(instruction, [&](const NamesOfCore &names) { return reader_.is_on_core(names); });
  const FormCosts::Form &form = costs_.form_of(instruction);
  if (!form.listed)
    instruction.compiler_costs = reader_.compiler_costs(type_);
  Known known{nullptr, bind_instruction(costs_, form, instruction), is_lone_prefix(instruction), type_,
              has_relative_address(instruction)};
  if (costs_.model().data().isa == Isa::riscv64) // the only ISA with vector types
    follow_vector_type(instruction, known.type_after);
  reader_.recycle(std::move(instruction));
  return known;
}

namespace {

constexpr std::size_t largest_block_bytes = 65536; // much larger than any basic block; limits the cost of invalid lines

BlockResult failed(BlockResult::Status status, std::string detail) {
  BlockResult result;
  result.status = status;
  result.detail = std::move(detail);
  return result;
}

} // namespace

bool has_cycles(BlockResult::Status status) {
  using Status = BlockResult::Status;
  return status == Status::ok || status == Status::unknown_instruction || status == Status::in_order;
}

std::string_view name_of(BlockResult::Status status) {
  switch (status) {
  case BlockResult::Status::ok: return "ok";
  case BlockResult::Status::empty: return "empty";
  case BlockResult::Status::invalid_hex: return "invalid_hex";
  case BlockResult::Status::undecodable: return "undecodable";
  case BlockResult::Status::unknown_instruction: return "unknown_instruction";
  case BlockResult::Status::in_order: return "in_order";
  }
  return "unknown";
}

struct BlockAnalyzer::State {
  std::string arch;
  BlockInstructions instructions;
  PredictionOptions how;
};

Expected<BlockAnalyzer> BlockAnalyzer::create(const std::string &arch, BlockOptions options) {
  try {
    Expected<ResolvedArchs> archs =
        resolve_archs(arch.empty() ? std::vector<std::string>{} : std::vector<std::string>{arch});
    if (!archs)
      return archs.error();
    const MachineModel &model = archs->models.front();
    OSACA_TRY(BlockReader reader, BlockReader::create(model.data().isa, decode_options(*archs, {})));
    return BlockAnalyzer(std::make_shared<State>(
        State{model.name(),
              BlockInstructions(std::move(reader), FormCosts(model, archs->compiler_indices.front())),
              {.preparation = {}, .simulate = options.simulate}}));
  } catch (const std::exception &problem) {
    return Error{std::string("internal error: ") + problem.what()};
  }
}

std::string BlockAnalyzer::arch() const { return state_->arch; }

BlockResult BlockAnalyzer::analyze(std::string_view hex) const {
  try {
    const std::string_view digits = trimmed(hex);
    if (digits.empty())
      return failed(BlockResult::Status::empty, "no machine code");
    const auto bytes = bytes_of_hexadecimal(digits);
    if (!bytes)
      return failed(BlockResult::Status::invalid_hex, "not an even number of hexadecimal digits");
    if (bytes->size() > largest_block_bytes)
      return failed(BlockResult::Status::undecodable, "more than 65536 bytes");
    Expected<std::vector<std::shared_ptr<const CostedInstruction>>> code = state_->instructions.of(*bytes);
    if (!code)
      return failed(BlockResult::Status::undecodable, code.error().message);
    const bool has_unknown = std::ranges::any_of(*code, [](const auto &instruction) { return instruction->unknown; });
    const Prediction prediction =
        predict(prepare(place(state_->instructions.model(), RegionKind::block, WayBack::none, *std::move(code)), {}),
                state_->how);
    BlockResult result;
    result.cycles = prediction.cycles;
    result.bound_by = prediction.bound_by;
    if (has_unknown) {
      result.status = BlockResult::Status::unknown_instruction;
      result.detail = "an instruction without figures";
    } else if (state_->instructions.model().core().in_order.value && prediction.stalls.empty()) {
      result.status = BlockResult::Status::in_order;
      result.detail = "the core executes in program order: the cycles are a lower bound";
    }
    return result;
  } catch (const std::exception &problem) {
    return failed(BlockResult::Status::undecodable, problem.what());
  }
}

} // namespace osaca
