#include "decode/block_reader.h"

#include "base/format.h"
#include "decode/code/machine_code.h"
#include "decode/core_check.h"
#include "decode/decoder.h"
#include "decode/llvm/costs.h"
#include "loops/vector_types.h"

#include <optional>

namespace osaca {

struct BlockReader::State {
  State(const LlvmTarget &llvm, std::shared_ptr<const llvm::MCSubtargetInfo> info, const std::vector<std::string> &cpus)
      : target(llvm), subtarget(std::move(info)), reader(target, *subtarget), scheduling_cpus(cpus), checks(target) {}

  const LlvmTarget &target;
  std::shared_ptr<const llvm::MCSubtargetInfo> subtarget;
  MachineCodeReader reader;
  std::vector<std::string> scheduling_cpus;
  std::optional<CompilerCosts> costs; ///< created on first use, because most blocks need none
  CoreChecks checks;
  MachineCodeReader::Decoded last;
  std::optional<MachineCodeReader::Decoded> next_part;
};

BlockReader::BlockReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
BlockReader::BlockReader(BlockReader &&) noexcept = default;
BlockReader::~BlockReader() = default;

Expected<BlockReader> BlockReader::create(Isa isa, const DecodeOptions &options) {
  const LlvmTarget &target = llvm_target(isa);
  OSACA_TRY(auto subtarget, target.reader(options.features_cpu));
  return BlockReader(std::make_unique<State>(target, std::move(subtarget), options.scheduling_cpus));
}

int BlockReader::read(std::span<const std::uint8_t> code) {
  // Without an address, relative targets stay relative, so that equal bytes give equal instructions.
  state_->next_part.reset();
  if (!state_->reader.decode_into(state_->last, code, 0))
    return 0;
  const int size = state_->last.size_bytes;
  if (std::optional<MachineCodeReader::Decoded> lock = state_->reader.take_lock(state_->last)) {
    state_->next_part = std::move(state_->last);
    state_->last = *std::move(lock);
  }
  return size;
}

bool BlockReader::read_next_part() {
  if (!state_->next_part)
    return false;
  state_->last = *std::move(state_->next_part);
  state_->next_part.reset();
  return true;
}

Instruction BlockReader::instruction(bool with_text) { return state_->reader.lower(state_->last, with_text); }

void BlockReader::recycle(Instruction &&used) { state_->reader.recycle(std::move(used)); }

std::vector<CompilerCost> BlockReader::compiler_costs(const VectorType &type) {
  if (!state_->costs)
    state_->costs.emplace(state_->target, state_->scheduling_cpus);
  return state_->costs->of(state_->reader.normal_form(state_->last), type);
}

bool BlockReader::is_on_core(const NamesOfCore &names) {
  return state_->checks.has(names, state_->reader.normal_form(state_->last));
}

bool is_lone_prefix(const Instruction &instruction) { return instruction.opcode.ends_with("_PREFIX"); }

// Reads the machine code of one basic block into a kernel.

namespace {

constexpr std::size_t max_block_bytes = 1U << 20U;

/// `type` is the vector type at the beginning, and on return the one at the end.
std::optional<Error> read_instructions(BlockReader &reader, const std::vector<std::uint8_t> &bytes, Kernel &kernel,
                                       VectorType &type) {
  for (std::size_t at = 0; at < bytes.size();) {
    const int size = reader.read(std::span(bytes).subspan(at));
    if (size == 0)
      return Error{format_text("no instruction at byte {} of {}", at, bytes.size())};
    do {
      Instruction instruction = reader.instruction(true);
      instruction.line = static_cast<int>(kernel.instructions.size()) + 1;
      instruction.vector_type = type;
      instruction.compiler_costs = reader.compiler_costs(type);
      follow_vector_type(instruction, type);
      kernel.instructions.push_back(std::move(instruction));
    } while (reader.read_next_part());
    at += static_cast<std::size_t>(size);
  }
  return std::nullopt;
}

} // namespace

Expected<Kernel> decode_block(const std::vector<std::uint8_t> &bytes, Isa isa, const DecodeOptions &options) {
  if (bytes.empty())
    return Error{"the block is empty"};
  if (bytes.size() > max_block_bytes)
    return Error{"the block is larger than 1 MiB"};
  OSACA_TRY(BlockReader reader, BlockReader::create(isa, options));
  Kernel kernel;
  kernel.name = "block";
  kernel.isa = isa;
  kernel.region = RegionKind::block;
  kernel.way_back = WayBack::none;
  // The block is the body of a loop, so RISC-V's vector type at its end is also the one at its beginning.
  VectorType end;
  VectorType begin;
  do {
    begin = end;
    kernel.instructions.clear();
    if (const std::optional<Error> problem = read_instructions(reader, bytes, kernel, end))
      return *problem;
  } while (begin != end);
  if (is_lone_prefix(kernel.instructions.back()))
    return Error{"the block ends with a prefix without an instruction"};
  return kernel;
}

} // namespace osaca
