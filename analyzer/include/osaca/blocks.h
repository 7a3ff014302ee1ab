// Basic blocks of machine code, each read as the body of an endless loop: steady-state cycles per execution.
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
  Cycles cycles; ///< meaningful for ok; a lower bound for unknown_instruction and in_order
  BoundKind bound_by = BoundKind::ports;
  std::string detail; ///< why the status is not ok, for people
};

/// "ok", "empty", "invalid_hex", "undecodable", "unknown_instruction", "in_order".
[[nodiscard]] std::string_view name_of(BlockResult::Status status);

/// BlockResult::cycles says something.
[[nodiscard]] bool has_cycles(BlockResult::Status status);

/// Remembers the instructions that it has seen: quick for many blocks, but not to be used by several threads at a time
/// (give each its own; copies share what they remember).
class BlockAnalyzer {
public:
  /// `arch` as in AnalyzeOptions::archs; empty: the host.
  [[nodiscard]] static Expected<BlockAnalyzer> create(const std::string &arch);
  /// Name of the model.
  [[nodiscard]] std::string arch() const;
  /// Hexadecimal digits, upper or lower case, nothing else but white space around them.
  [[nodiscard]] BlockResult analyze(std::string_view hex) const;

private:
  struct State;
  explicit BlockAnalyzer(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

} // namespace osaca
