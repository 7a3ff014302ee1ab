// One basic block in machine code -> a kernel.
#include "decode/block_reader.h"
#include "decode/decoder.h"
#include "loops/vector_types.h"

namespace osaca {
namespace {

constexpr std::size_t max_block_bytes = 1U << 20U;

/// `type`: in force at the beginning, and then at the end.
std::optional<Error> read_instructions(BlockReader &reader, const std::vector<std::uint8_t> &bytes, Kernel &kernel,
                                       VectorType &type) {
  for (std::size_t at = 0; at < bytes.size();) {
    const int size = reader.read(std::span(bytes).subspan(at));
    if (size == 0)
      return Error{"no instruction at byte " + std::to_string(at) + " of " + std::to_string(bytes.size())};
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
    return Error{"the block has more than 1 MiB"};
  Expected<BlockReader> made = BlockReader::create(isa, options);
  if (!made)
    return made.error();
  BlockReader reader = *std::move(made);
  Kernel kernel;
  kernel.name = "block";
  kernel.isa = isa;
  kernel.region = RegionKind::block;
  kernel.way_back = WayBack::none;
  // The block is the body of a loop: RISC-V's vector type at its end is that at its beginning.
  VectorType end;
  VectorType begin;
  do {
    begin = end;
    kernel.instructions.clear();
    if (const std::optional<Error> problem = read_instructions(reader, bytes, kernel, end))
      return *problem;
  } while (begin != end);
  if (is_lone_prefix(kernel.instructions.back()))
    return Error{"the block ends with a prefix that has no instruction"};
  return kernel;
}

} // namespace osaca
