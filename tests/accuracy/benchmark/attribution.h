// Divides the rows so that each is in one group and features that merely accompany a cause (a store beside a push) drop
// out: a regression tree on the absolute errors (Breiman et al., "Classification and Regression Trees", 1984), with our
// bound and the features of the code as its questions. Its leaves are the groups.
#pragma once

#include "groups.h"

namespace osaca::accuracy {

/// Those with the largest share of the error first, named by the answers that lead to them: "store, not push or pop".
[[nodiscard]] std::vector<Group> attributed(const std::vector<Row> &rows);

} // namespace osaca::accuracy
