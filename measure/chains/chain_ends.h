// The two ends of a chain: which registers the operand that is measured from and the one that is measured to get.
#pragma once

#include "measure/chains/chain_path.h"
#include "measure/chains/latency_chains.h"

#include <set>

namespace osaca::measure {

class ChainEndChooser {
public:
  /// All must outlive it.
  ChainEndChooser(OperandChooser &chooser, const FormShape &shape, const OperandPair &pair);

  /// Empty: done. Otherwise why there is no chain.
  [[nodiscard]] std::optional<Error> choose_registers();

  [[nodiscard]] ChainEnds ends() const;
  [[nodiscard]] const OperandWishes &wishes() const { return wishes_; }

  /// Operands that must not be cut off from the copy before.
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
