#include "decode/block_reader.h"

#include "decode/costs.h"
#include "decode/machine_code.h"

#include <optional>

namespace osaca {

struct BlockReader::State {
  State(const LlvmTarget &llvm, std::shared_ptr<const llvm::MCSubtargetInfo> info, const std::vector<std::string> &cpus)
      : target(llvm), subtarget(std::move(info)), reader(target, *subtarget), scheduling_cpus(cpus) {}

  const LlvmTarget &target;
  std::shared_ptr<const llvm::MCSubtargetInfo> subtarget;
  MachineCodeReader reader;
  std::vector<std::string> scheduling_cpus;
  std::optional<CompilerCosts> costs; ///< made when first asked for: most blocks need none
  MachineCodeReader::Decoded last;
};

BlockReader::BlockReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
BlockReader::BlockReader(BlockReader &&) noexcept = default;
BlockReader::~BlockReader() = default;

Expected<BlockReader> BlockReader::create(Isa isa, const DecodeOptions &options) {
  const LlvmTarget &target = llvm_target(isa);
  auto subtarget = target.reader(options.features_cpu);
  if (!subtarget)
    return subtarget.error();
  return BlockReader(std::make_unique<State>(target, *std::move(subtarget), options.scheduling_cpus));
}

int BlockReader::read(std::span<const std::uint8_t> code) {
  // No address: relative targets stay relative, so that equal bytes are equal instructions.
  return state_->reader.decode_into(state_->last, code, 0) ? state_->last.size_bytes : 0;
}

Instruction BlockReader::instruction(bool with_text) { return state_->reader.lower(state_->last, with_text); }

void BlockReader::recycle(Instruction used) { state_->reader.recycle(std::move(used)); }

std::vector<CompilerCost> BlockReader::compiler_costs() {
  if (!state_->costs)
    state_->costs.emplace(state_->target, state_->scheduling_cpus);
  return state_->costs->of(state_->reader.normal_form(state_->last));
}

bool is_lone_prefix(const Instruction &instruction) { return instruction.opcode.ends_with("_PREFIX"); }

} // namespace osaca
