// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the functions that others call, in the assembly of both.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace osaca {

/// A function and its assembly.
struct FunctionText {
  const std::string *name = nullptr; ///< its symbol
  const std::string *assembly = nullptr;
};

/// The functions that those in `roots` call or jump to, directly or through others, without `roots`. Indices into
/// `functions`, in the order in which they are found. Their number, size and distance from the roots are limited.
[[nodiscard]] std::vector<std::size_t> called_texts(const std::vector<FunctionText> &functions,
                                                    const std::vector<std::size_t> &roots);

} // namespace osaca
