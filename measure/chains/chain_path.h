// The two ends of a latency chain, and the helper instructions between them. In such a chain, each copy of an
// instruction waits for the previous one. The helpers carry the result of a copy back to the source of the next copy.
#pragma once

#include "base/expected.h"
#include "measure/chains/latency_chains.h"

#include <set>

namespace osaca::measure {

// The facts that determine which helper instructions carry the result of an instruction back to its source.

struct ChainEnds {
  const RegisterFamily *source = nullptr;      ///< null: flags or memory
  const RegisterFamily *destination = nullptr; ///< null: flags or memory
  std::optional<Domain> source_domain;         ///< empty: memory
  std::optional<Domain> destination_domain;
  bool from_memory = false; ///< the source is a value in memory
  bool to_memory = false;
  Endpoint::Part part = Endpoint::Part::value;
  bool is_direct = false; ///< the result is itself the source of the next copy
  bool puts_back = false; ///< the helpers must restore a fixed value on the way
  FixedValue wanted = FixedValue::constant;
  int memory_bytes = 8;
  int vector_bits = 0;                             ///< of the source
  std::vector<const RegisterFamily *> temporaries; ///< of all domains
  int restorer = 0;                                ///< which of the ways to restore a vector is used; 0: the usual one
};

struct PathStep {
  std::string helper; ///< the name under which its time is known; empty: its time is included in the previous step
  std::string text;
};

struct ChainPath {
  std::vector<PathStep> steps;
  bool stores = false;
};

/// `way`: 0 is the usual one. Higher numbers read another part of the flags, as long as there are such parts. An error
/// also if `ends.restorer` is not 0 but no vector has to be restored: the chain would then be the usual one.
[[nodiscard]] Expected<ChainPath> path_between(const IsaDescription &isa, const ChainEnds &ends, int way);

/// Replaces the constant in `text` by another of the fixed values.
[[nodiscard]] std::string with_value(const IsaDescription &isa, std::string text, FixedValue value);

/// "restore_vector.256"
[[nodiscard]] std::string vector_helper_name(std::string_view name, const VectorFile &file);

/// "memory.vector.16": the store and the load of this helper, together.
[[nodiscard]] std::string memory_helper_name(const MemoryHelper &helper);

// Chooses the registers of both operands of a chain: the one that the latency is measured from and the one that it is
// measured to.

class ChainEndChooser {
public:
  /// All arguments must outlive this object.
  ChainEndChooser(OperandChooser &chooser, const FormShape &shape, const OperandPair &pair);

  /// Empty: success. Otherwise the reason why there is no chain.
  [[nodiscard]] std::optional<Error> choose_registers();

  [[nodiscard]] ChainEnds ends() const;
  [[nodiscard]] const OperandWishes &wishes() const { return wishes_; }

  /// Operands whose dependency on the previous copy must be kept.
  [[nodiscard]] std::vector<std::size_t> kept() const;

private:
  [[nodiscard]] int width_of_memory() const;
  [[nodiscard]] int width_of_vector() const;
  [[nodiscard]] std::optional<Error> take_free(int form_operand);
  [[nodiscard]] std::optional<Error> find_source();
  [[nodiscard]] std::optional<Error> find_base();
  [[nodiscard]] std::optional<Error> find_index();
  [[nodiscard]] std::optional<Error> find_destination();
  void join_if_possible();

  OperandChooser &chooser_;
  const FormShape &shape_;
  const OperandPair &pair_;
  const OperandRole &from_;
  const OperandRole &to_;
  OperandWishes wishes_;
  std::set<std::string> taken_;
  const RegisterFamily *source_ = nullptr;
  const RegisterFamily *destination_ = nullptr;
  bool is_direct_ = false;
};

} // namespace osaca::measure
