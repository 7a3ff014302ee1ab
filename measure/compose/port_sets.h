// Sets of ports that forms with one uop use, and small questions about demands that choosers of ports share.
#pragma once

#include "kernel/cost.h"
#include "kernel/instruction.h"

#include <map>
#include <vector>

namespace osaca::measure::compose {

/// How many forms use each set.
class KnownPortSets {
public:
  void add(PortSet ports) { ++forms_[ports]; }

  /// The most common set of this size that lies within `ports` or contains them, and has none of `without`; 0: there is
  /// none.
  [[nodiscard]] PortSet similar(PortSet ports, int size, PortSet without = 0) const;
  /// The most common set of this size that lies within `ports`. If there is none, `ports`.
  [[nodiscard]] PortSet narrower(PortSet ports, int size) const;
  /// The largest set; 0: there is none.
  [[nodiscard]] PortSet widest() const;

private:
  template <class Fits> [[nodiscard]] PortSet most_common(int size, Fits &&fits) const;

  std::map<PortSet, int> forms_;
};

/// One use of one port for one cycle.
[[nodiscard]] bool is_one_uop(const std::vector<PortDemand> &demands);
/// Whether an operand is a vector register or one of x87.
[[nodiscard]] bool is_vector_form(const Instruction &instruction);
/// Rounded to hundredths; at least one of them.
[[nodiscard]] Cycles hundredths(double cycles);

} // namespace osaca::measure::compose
