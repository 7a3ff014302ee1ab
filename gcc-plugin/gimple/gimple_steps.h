// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of values and addresses: by how much they grow per iteration of a GIMPLE loop. A step is known only if the
// statements show that it is constant. The compiler's own analyses are neither queried nor changed.
#pragma once

#include "gcc_compat.h"

namespace osaca::gcc {

struct Step {
  bool is_known = false;
  HOST_WIDE_INT value = 0;
};

class GimpleSteps {
public:
  explicit GimpleSteps(const class loop *loop) : loop_(loop) {}

  /// The step of a value, per iteration of the loop.
  [[nodiscard]] Step of_value(tree value);

  /// The step of the address of a memory reference, in bytes.
  [[nodiscard]] Step of_address(tree reference);

  /// The step of a variable that the loop's head receives from the previous iteration. For a vector, the step that all
  /// its elements share.
  [[nodiscard]] Step of_counter(gphi *phi);

  /// Whether the same piece of source increments a counter more than once. If it does, an earlier pass has combined
  /// several iterations into one.
  [[nodiscard]] bool does_several() const { return does_several_; }

  /// The value that the loop's head receives from the previous iteration. NULL_TREE: there is more than one.
  [[nodiscard]] tree from_last_iteration(gphi *phi) const;

  /// The value in the first iteration. NULL_TREE: the loop is entered in several ways.
  [[nodiscard]] tree at_start(gphi *phi) const;

private:
  [[nodiscard]] Step of_inner_counter(gphi *phi);
  [[nodiscard]] Step of_definition(gimple *statement);
  [[nodiscard]] Step of_operation(gassign *assignment);
  [[nodiscard]] Step growth(tree value, gphi *from, std::vector<location_t> &path);
  [[nodiscard]] bool is_inside(gimple *statement) const;

  const class loop *loop_;
  std::unordered_map<tree, Step> known_;
  int budget_ = 20000; ///< number of statements that may still be read
  int depth_ = 0;
  bool does_several_ = false;
};

} // namespace osaca::gcc
