// From what mixes of forms take to which pipes each form uses.
//
// Nothing here measures: what a mix takes is asked of a function, so that the inference can be tried on made-up cores.
// The same answers give the same result. How many mixes are asked for is bounded: for n forms of c classes about
// n (c + 2) and some for each form that is no single uop. No figure decides alone (misfit.h): the best explanation is
// taken if it is clearly better than all others, and how clearly is told.
#pragma once

#include "measure/ports/port_map.h"

#include <functional>
#include <string_view>

namespace osaca::measure {

struct InferenceOptions {
  int random_mixes = 60; ///< to check the result with
  /// Called before each form: how many of how many steps are done.
  std::function<void(std::size_t done, std::size_t of, std::string_view step)> progress = nullptr;
};

[[nodiscard]] PortMap infer_ports(const std::vector<FormUnderTest> &forms, MixLog &log,
                                  const InferenceOptions &options);

} // namespace osaca::measure
