// SPDX-License-Identifier: GPL-3.0-or-later
// By how much values and addresses grow from one iteration of a GIMPLE loop to the next, as far as that is a constant
// which can be read off the statements. Nothing is looked up in or added to the compiler's own analyses.
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

  /// Of a value, per iteration of the loop.
  [[nodiscard]] Step of_value(tree value);

  /// Of the address of a memory reference, in bytes.
  [[nodiscard]] Step of_address(tree reference);

  /// Of a variable that the loop's head gets from the iteration before; for vectors the step that all elements share.
  [[nodiscard]] Step of_counter(gphi *phi);

  /// Whether a counter is counted up more than once by the same piece of source: an earlier pass has made one iteration
  /// out of several.
  [[nodiscard]] bool does_several() const { return does_several_; }

  /// What the loop's head gets from the iteration before; NULL_TREE: not always the same.
  [[nodiscard]] tree from_last_iteration(gphi *phi) const;

  /// What it gets in the first one; NULL_TREE: the loop is entered in several ways.
  [[nodiscard]] tree at_start(gphi *phi) const;

private:
  [[nodiscard]] Step of_inner_counter(gphi *phi);
  [[nodiscard]] Step of_definition(gimple *statement);
  [[nodiscard]] Step of_operation(gassign *assignment);
  [[nodiscard]] Step growth(tree value, gphi *from, std::vector<location_t> &path);
  [[nodiscard]] bool is_inside(gimple *statement) const;

  const class loop *loop_;
  std::unordered_map<tree, Step> known_;
  int budget_ = 20000; ///< of statements to look at
  int depth_ = 0;
  bool does_several_ = false;
};

} // namespace osaca::gcc
