// Gives each row to one feature only, so that the shares add up: features that merely accompany a cause (a store beside
// a push) drop out of the list once the cause has taken its rows.
#pragma once

#include "groups.h"

namespace osaca::accuracy {

/// Takes, again and again, the feature whose rows have the most error above what as many of the other rows still left
/// have; ends when that is less than a hundredth of all error. The last group holds the rest. In the order of taking.
[[nodiscard]] std::vector<Group> attributed(const std::vector<Row> &rows);

} // namespace osaca::accuracy
