// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the verbose assembly of functions while the compiler writes its object. Each function is written when the
// compiler has finished it, from the same machine instructions.
#pragma once

#include "front/array_places.h"
#include "ir/places.h"

namespace osaca::clang_plugin {

class FunctionPrinter {
public:
  struct Subject {
    PlaceTable *places = nullptr;
    const ArrayPlaces *arrays = nullptr;
    std::function<bool(const llvm::Function &)> is_wanted;
  };

  /// Functions are written from here on, until the object ends or is destroyed.
  FunctionPrinter(const llvm::Module &module, Subject subject);
  ~FunctionPrinter();
  FunctionPrinter(const FunctionPrinter &) = delete;
  FunctionPrinter &operator=(const FunctionPrinter &) = delete;

  /// Whether every wanted function could be written.
  [[nodiscard]] bool is_complete() const { return is_complete_; }
  [[nodiscard]] std::string take_text() { return std::move(text_); }

private:
  friend class PrintingHandler;

  Subject subject_;
  std::string text_;
  bool is_complete_ = true;
};

} // namespace osaca::clang_plugin
