// Predicts basic blocks of machine code. Each block is treated as the body of an endless loop; the result is in
// steady-state cycles per execution.
#pragma once

#include "base/expected.h"
#include "report/report.h"

#include <memory>
#include <string>
#include <string_view>

namespace osaca {

struct BlockResult {
  enum class Status { ok, empty, invalid_hex, undecodable, unknown_instruction, in_order };
  Status status = Status::ok;
  Cycles cycles; ///< per execution; valid if has_cycles(); a lower bound for unknown_instruction and in_order
  BoundKind bound_by = BoundKind::ports;
  std::string detail; ///< why the status is not ok, for messages
};

/// "ok", "empty", "invalid_hex", "undecodable", "unknown_instruction", "in_order".
[[nodiscard]] std::string_view name_of(BlockResult::Status status);

/// Whether BlockResult::cycles is valid for this status.
[[nodiscard]] bool has_cycles(BlockResult::Status status);

struct BlockOptions {
  /// Also simulate the core's schedulers, if the model describes them. More exact, and several times slower.
  bool simulate = false;
};

/// Analyses many blocks quickly, because it caches the costs of instructions. It must not be used by several threads at
/// a time. Copies share one cache, so create a separate analyzer for each thread.
class BlockAnalyzer {
public:
  /// `arch` is a name as in AnalyzeOptions::archs; empty: the host. Error: there is no such model.
  [[nodiscard]] static Expected<BlockAnalyzer> create(const std::string &arch, BlockOptions options = {});
  /// The name of the model.
  [[nodiscard]] std::string arch() const;
  /// `hex`: the bytes of the block as hexadecimal digits in either case, optionally surrounded by white space.
  [[nodiscard]] BlockResult analyze(std::string_view hex) const;

private:
  struct State;
  explicit BlockAnalyzer(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

} // namespace osaca
