#pragma once

#include <llvm/Support/Error.h>

#include <optional>
#include <utility>

namespace osaca {

/// What LLVM reports as wrong here is left out: tables of objects are optional.
template <class T> std::optional<T> value_or_nothing(llvm::Expected<T> expected) {
  if (expected)
    return std::move(*expected);
  llvm::consumeError(expected.takeError());
  return std::nullopt;
}

} // namespace osaca
