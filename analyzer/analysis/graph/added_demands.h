// Port demands that follow from addresses, beside those of the instructions' figures.
#pragma once

#include "analysis/bind/costed_kernel.h"

#include <utility>
#include <vector>

namespace osaca {

class AddedDemands {
public:
  void add(int instruction, const PortDemand &demand) { all_.emplace_back(instruction, demand); }

  /// Each behind the demands that its instruction has.
  void insert_into(CostedKernel &kernel) const;

private:
  std::vector<std::pair<int, PortDemand>> all_;
};

} // namespace osaca
