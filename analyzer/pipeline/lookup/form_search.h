// Finds instruction forms by opcode, mnemonic or pattern.
#pragma once

#include "decode/code/form_examples.h"
#include "kernel/isa.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// The forms of one instruction set, and an example of each.
class FormSearch {
public:
  explicit FormSearch(Isa isa);

  /// The form with exactly this opcode, as a list with at most one entry.
  [[nodiscard]] std::vector<std::size_t> with_opcode(std::string_view opcode) const;
  /// The forms whose opcode or mnemonic is this name, or matches it as a pattern with * or ?. Case is ignored.
  [[nodiscard]] std::vector<std::size_t> named(std::string_view name) const;

  struct Example {
    std::string mnemonic;
    EncodedInstruction encoded;
  };
  /// Sorted by mnemonic and opcode. Forms without an example are omitted: those that do not exist in 64-bit code, and
  /// those that another form has the machine code of.
  [[nodiscard]] std::vector<Example> examples(const std::vector<std::size_t> &forms);

  /// All opcodes and mnemonics, for suggestions.
  [[nodiscard]] std::vector<std::string> names() const;

private:
  template <class Fits> [[nodiscard]] std::vector<std::size_t> forms_with(Fits &&fits) const;

  std::vector<InstructionForm> forms_;
  std::vector<FormNames> names_; ///< parallel to forms_
  InstructionEncoder encoder_;
};

} // namespace osaca
