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
    std::function<std::string()> report; ///< see ObservedRun::watch()
  };

  /// Functions are written from here on, until stop().
  FunctionPrinter(const llvm::Module &module, Subject subject);
  ~FunctionPrinter() { stop(); }
  FunctionPrinter(const FunctionPrinter &) = delete;
  FunctionPrinter &operator=(const FunctionPrinter &) = delete;

  void stop();

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
