// Kinds of vector operations, and the extra delay of a result that an operation of another kind uses.
#pragma once

#include "kernel/instruction.h"
#include "measure/core_probes/evidence.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace osaca::measure::core_probes {

// Kinds of vector operations: the kinds for which cores are known to have separate units, with delays between them. One
// operation represents each kind.

struct VectorKind {
  std::string_view name; ///< "integer_sums"
  std::string_view code; ///< with 128 bits: {a} and {b} are read, {d} is written; code without {b} reads one value
  bool adds_to_result = false;             ///< {d} is also read
  bool can_be_wide = false;                ///< the same code exists with 512 bits
  std::vector<std::string_view> mnemonics; ///< patterns, without the leading v of newer encodings
  bool has_constant = false;               ///< it always has a constant operand

  [[nodiscard]] bool reads_one_value() const { return code.find("{b}") == std::string_view::npos; }
};

[[nodiscard]] std::span<const VectorKind> vector_kinds();

/// Null: the instruction is of none of these kinds.
[[nodiscard]] const VectorKind *vector_kind_of(const Instruction &instruction);

/// The operation with two vector registers as sources and a third as result, by their numbers.
[[nodiscard]] std::string code_of(const VectorKind &kind, int first, int second, int result);

/// The operation with a new result that depends on registers 1 and 2 only.
[[nodiscard]] std::string fresh_code(const VectorKind &kind, int result);

// The extra delay in cycles when an operation of one kind uses a value of another kind, for all pairs of kinds.

class DelayMatrix {
public:
  /// The delay in cycles, as measured. If operations of the kind `to` read two values, they are timed in a chain of
  /// their own. Their second value is the result of a `from` operation that was ready long before. The delay is how
  /// much longer each step of the chain takes than with a second value that no operation writes. If operations of the
  /// kind `to` read one value, the delay is that of on_the_way(). Empty: it could not be measured.
  [[nodiscard]] std::optional<double> delay(Evidence &evidence, const VectorKind &from, const VectorKind &to);

  /// The delay from the first operation to the second: the cycles of a chain of both, minus the cycles that each takes
  /// in a chain of its own.
  [[nodiscard]] std::optional<double> on_the_way(Evidence &evidence, const VectorKind &from, const VectorKind &to);

private:
  using Pair = std::pair<std::string_view, std::string_view>;
  [[nodiscard]] std::optional<double> own_chain(Evidence &evidence, const VectorKind &kind);
  [[nodiscard]] std::optional<double> read_late(Evidence &evidence, const VectorKind &from, const VectorKind &to);
  [[nodiscard]] const VectorKind *way_back(Evidence &evidence, const VectorKind &from, const VectorKind &to);
  [[nodiscard]] bool is_at_once(Evidence &evidence, const VectorKind &from, const VectorKind &to);

  std::map<std::string_view, std::optional<double>> own_;
  std::map<Pair, std::optional<double>> delays_;
};

/// Operations that read a result of the first kind and also form a chain of their own. `is_read` false: they read a
/// register that no operation writes.
[[nodiscard]] std::string chain_with_readers(const VectorKind &from, const VectorKind &to, bool is_read);
constexpr int readers_in_chain = 6; // so many that the time for which the first kind occupies its units does not matter

} // namespace osaca::measure::core_probes
