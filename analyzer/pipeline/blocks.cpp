#include "osaca/blocks.h"

#include "analysis/bounds/prediction.h"
#include "base/text.h"
#include "pipeline/arch_resolution.h"
#include "pipeline/block_instructions.h"
#include "pipeline/kernel_reports.h"

#include <algorithm>
#include <exception>
#include <optional>

namespace osaca {
namespace {

constexpr std::size_t largest_block_bytes = 65536; // far more than any basic block; keeps a line of garbage cheap

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
};

Expected<BlockAnalyzer> BlockAnalyzer::create(const std::string &arch) {
  try {
    Expected<ResolvedArchs> archs =
        resolve_archs(arch.empty() ? std::vector<std::string>{} : std::vector<std::string>{arch});
    if (!archs)
      return archs.error();
    const MachineModel &model = archs->models.front();
    Expected<BlockReader> reader = BlockReader::create(model.data().isa, decode_options(*archs, {}));
    if (!reader)
      return reader.error();
    return BlockAnalyzer(std::make_shared<State>(
        State{model.name(), BlockInstructions(*std::move(reader), FormCosts(model, archs->compiler_indices.front()))}));
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
    const Expected<std::vector<std::shared_ptr<const CostedInstruction>>> code = state_->instructions.of(*bytes);
    if (!code)
      return failed(BlockResult::Status::undecodable, code.error().message);
    const Prediction prediction =
        predict(prepare(place(state_->instructions.model(), RegionKind::block, WayBack::none, *code), {}), {});
    BlockResult result;
    result.cycles = prediction.cycles;
    result.bound_by = prediction.bound_by;
    if (std::ranges::any_of(*code, [](const auto &instruction) { return instruction->unknown; })) {
      result.status = BlockResult::Status::unknown_instruction;
      result.detail = "an instruction without figures";
    } else if (state_->instructions.model().core().in_order.value) {
      result.status = BlockResult::Status::in_order;
      result.detail = "the core executes in program order: the cycles are a lower bound";
    }
    return result;
  } catch (const std::exception &problem) {
    return failed(BlockResult::Status::undecodable, problem.what());
  }
}

} // namespace osaca
