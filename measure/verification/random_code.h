// Blocks and loops made at random of given instruction forms: the same ones for the same seed. Each is of a group that
// asks for one thing more than for others.
#pragma once

#include "base/expected.h"
#include "measure/isa/isa_description.h"
#include "measure/isa/operand_choice.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure::verification {

enum class CodeGroup { integer, vector, loads, stores, memory_operands, chains, through_memory, mixed, loops };

inline constexpr std::array all_groups = {CodeGroup::integer,        CodeGroup::vector,          CodeGroup::loads,
                                          CodeGroup::stores,         CodeGroup::memory_operands, CodeGroup::chains,
                                          CodeGroup::through_memory, CodeGroup::mixed,           CodeGroup::loops};

[[nodiscard]] std::string_view name_of(CodeGroup group);
/// For people: "instructions that load and compute".
[[nodiscard]] std::string_view text_of(CodeGroup group);

struct WeightedForm {
  std::string opcode;
  int weight = 1; ///< how often it is taken
};

struct RandomCode {
  CodeGroup group = CodeGroup::mixed;
  std::vector<std::string> texts;  ///< assembly, one instruction each
  std::vector<std::uint8_t> bytes; ///< of a block; a loop has none
};

/// A loop as a file of assembly.
[[nodiscard]] std::string assembly_of(const RandomCode &loop);

class CodeMaker {
public:
  /// Error: too few of the forms can be used in such code.
  [[nodiscard]] static Expected<CodeMaker> create(const std::vector<WeightedForm> &forms, std::uint64_t seed);
  CodeMaker(CodeMaker &&) noexcept;
  ~CodeMaker();

  [[nodiscard]] RandomCode make(CodeGroup group);

private:
  struct State;
  explicit CodeMaker(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace osaca::measure::verification
