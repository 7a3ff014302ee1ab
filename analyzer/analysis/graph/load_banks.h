// Loads that ask the same bank of the first-level cache.
#pragma once

#include "analysis/bind/costed_kernel.h"
#include "analysis/graph/address.h"

namespace osaca {

/// Adds what the banks of the cache cost to the demands of loads: as much of the port that stands for the busiest bank
/// as the loads of an iteration need of it, in the mean over the iterations until their places in a line repeat. Loads
/// whose places are not known, or not relative to each other, are taken to meet nobody.
void add_bank_demands(CostedKernel &kernel, const AddressAnalysis &addresses);

} // namespace osaca
