// The functions of a program, and the loops of some of them: what samples of a running program are held against.
#pragma once

#include "base/expected.h"
#include "profile/program_code.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace osaca {

class ProgramReader {
public:
  /// A program or shared library. Errors: as those of ObjectFile::open, or it has not been linked yet.
  [[nodiscard]] static Expected<ProgramReader> open(std::string_view bytes, const std::string &name,
                                                    std::string_view debug_bytes = {});
  ProgramReader(ProgramReader &&) noexcept;
  ~ProgramReader();

  [[nodiscard]] std::vector<ProgramFunction> functions() const;
  /// The loops of the functions with these symbols, and of what jumps into their middle, in the order of addresses. And
  /// who calls them.
  [[nodiscard]] Expected<ProgramCode> code_of(const std::vector<std::string> &functions) const;
  /// Unknown without line tables.
  [[nodiscard]] SourceLocation place_of(std::uint64_t address) const;

private:
  struct State;
  explicit ProgramReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace osaca
