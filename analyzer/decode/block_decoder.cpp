// One basic block in machine code -> a kernel.
#include "decode/costs.h"
#include "decode/decoder.h"
#include "decode/machine_code.h"

namespace osaca {
namespace {

constexpr std::size_t max_block_bytes = 1U << 20U;

/// LLVM gives prefixes that it cannot fold into the next instruction as instructions of their own.
bool is_prefix(const Instruction &instruction) { return instruction.opcode.ends_with("_PREFIX"); }

} // namespace

Expected<Kernel> decode_block(const std::vector<std::uint8_t> &bytes, Isa isa, const DecodeOptions &options) {
  if (bytes.empty())
    return Error{"the block is empty"};
  if (bytes.size() > max_block_bytes)
    return Error{"the block has more than 1 MiB"};
  const LlvmTarget &target = llvm_target(isa);
  auto subtarget = target.make_reader(options.features_cpu);
  if (!subtarget)
    return subtarget.error();
  MachineCodeReader reader(target, **subtarget);
  CompilerCosts costs(target, options.scheduling_cpus);
  Kernel kernel;
  kernel.name = "block";
  kernel.isa = isa;
  kernel.region = RegionKind::block;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto decoded = reader.decode(std::span(bytes).subspan(at), at);
    if (!decoded)
      return Error{"no instruction at byte " + std::to_string(at) + " of " + std::to_string(bytes.size())};
    Instruction instruction = reader.lower(*decoded);
    instruction.line = static_cast<int>(kernel.instructions.size()) + 1;
    instruction.compiler_costs = costs.of(decoded->inst);
    kernel.instructions.push_back(std::move(instruction));
    at += static_cast<std::size_t>(decoded->size_bytes);
  }
  if (is_prefix(kernel.instructions.back()))
    return Error{"the block ends with a prefix that has no instruction"};
  return kernel;
}

} // namespace osaca
