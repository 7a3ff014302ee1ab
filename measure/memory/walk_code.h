// A walk as what the harness can time: code, registers, memory.
#pragma once

#include "base/expected.h"
#include "measure/harness/timed_process.h"
#include "measure/memory/walk.h"

#include <string>

namespace osaca::measure::memory {

struct CodedWalk {
  TimedTask task;
  double shorter_steps = 0; ///< loads of a chase; else lines of one array
  double longer_steps = 0;
};

/// Memory of the walk itself, which none of its arrays is part of.
constexpr std::uint64_t huge_page_bytes_of_cells = 2U << 20U;

/// Two lengths of the walk. Each begins where the one before it ended, so that a place comes again only when all others
/// have been there. `has_avx`: vectors of 32 bytes, else of 16.
[[nodiscard]] Expected<CodedWalk> coded(const Walk &walk, bool has_avx, std::uint64_t seed);

/// The assembly text of the walk; r15 counts.
[[nodiscard]] std::string walk_text(const Walk &walk, bool has_avx);

/// In bytes: what of an array is gone through in one turn of the outer loop.
[[nodiscard]] std::int64_t portion_bytes(std::int64_t array_bytes);

} // namespace osaca::measure::memory
