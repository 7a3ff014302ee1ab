// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the functions that others call, in the assembly of both.
#pragma once

#include "capture.h"

#include <cstddef>
#include <string>
#include <vector>

namespace osaca {

/// Calls are followed to this depth. It is more than the analysis needs, so that the analysis reports the limit.
constexpr int deepest_call = 5;

/// Of the functions that are called, the first ones are followed.
constexpr std::size_t most_called_functions = 64;

/// A function and its assembly.
struct FunctionText {
  const std::string *name = nullptr; ///< its symbol
  const std::string *assembly = nullptr;
};

/// The functions that those in `roots` call or jump to, directly or through others, without `roots`. Indices into
/// `functions`, in the order in which they are found. Their number, size and distance from the roots are limited.
[[nodiscard]] std::vector<std::size_t> called_texts(const std::vector<FunctionText> &functions,
                                                    const std::vector<std::size_t> &roots);

/// Appends to `functions` those of `others` that they call, directly or through others.
void add_called(std::vector<capture::Function> &functions, std::vector<capture::Function> others);

} // namespace osaca
