// The compiled form of a model: one block of bytes that is used in place. Opening it reads the core's parameters, which
// takes some microseconds. The forms stay in the block and are found by binary search.
//
// Layout, little-endian. All offsets are from the beginning of the block.
//   header    magic, version, size of the block, fingerprint of the rest, then offset and size of each section
//   summary   ModelSummary: what `osaca models` shows
//   details   the rest of MachineModel::Data and the list of provenances that forms refer to
//   records   per opcode, sorted by name: {u32 name, u16 name length, u16 rule set, u32 form + 1 or 0}
//   rule sets RuleMatches (seven u64), each combination once
//   offsets   u32 per form: where in `forms` it begins
//   forms     the figures of forms, each combination once
//   strings   opcode names
// Every access is checked against the bounds of its section. A damaged block leads to an error or to "not found".
#pragma once

#include "base/expected.h"
#include "model/machine_model.h"
#include "model/model_summary.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// Resolves all globs against `opcode_names`: all opcodes of the model's ISA, sorted.
[[nodiscard]] Expected<std::string> compile_model(const MachineModel &model, std::span<const std::string> opcode_names);

/// `block` must stay alive and unchanged as long as any model opened from it.
[[nodiscard]] Expected<MachineModel::Data> open_compiled_model(std::string_view block);

[[nodiscard]] Expected<ModelSummary> read_compiled_summary(std::string_view block);

// The summaries of several models in one place. A program that looks up a name reads only these summaries, and not the
// blocks, which are on separate memory pages.

/// Error: a block is damaged.
[[nodiscard]] Expected<std::string> compile_summaries(std::span<const std::string> blocks);
/// In the order of the blocks. Error: the bytes are damaged.
[[nodiscard]] Expected<std::vector<ModelSummary>> read_summaries(std::string_view bytes);

/// The version of the layout above. Blocks of another version are refused.
[[nodiscard]] int compiled_model_version();

} // namespace osaca
