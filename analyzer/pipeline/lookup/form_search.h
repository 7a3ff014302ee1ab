// Finds instruction forms by opcode, mnemonic or pattern.
#pragma once

#include "decode/code/form_examples.h"
#include "kernel/isa.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// The forms of one instruction set, and an example of each. Names are compared without regard to case.
class FormSearch {
public:
  explicit FormSearch(Isa isa);

  /// The form with this opcode, as a list with at most one entry.
  [[nodiscard]] std::vector<std::size_t> with_opcode(std::string_view opcode) const;
  /// The forms with this mnemonic.
  [[nodiscard]] std::vector<std::size_t> with_mnemonic(std::string_view mnemonic) const;
  /// The forms whose opcode or mnemonic matches a pattern with * or ?.
  [[nodiscard]] std::vector<std::size_t> matching(std::string_view pattern) const;

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
