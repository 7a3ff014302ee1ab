// Compares a model with the machine that it describes: random blocks and loops are predicted and measured.
#pragma once

#include "base/expected.h"
#include "measure/isa/isa_description.h"
#include "measure/isa/operand_choice.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure::verification {

// Random blocks and loops of given instruction forms; the same seed gives the same code. Each belongs to a group that
// stresses one part of the core.

enum class CodeGroup { integer, vector, loads, stores, memory_operands, chains, through_memory, mixed, loops };

inline constexpr std::array all_groups = {CodeGroup::integer,        CodeGroup::vector,          CodeGroup::loads,
                                          CodeGroup::stores,         CodeGroup::memory_operands, CodeGroup::chains,
                                          CodeGroup::through_memory, CodeGroup::mixed,           CodeGroup::loops};

[[nodiscard]] std::string_view name_of(CodeGroup group);
/// A readable name: "instructions that load and compute".
[[nodiscard]] std::string_view text_of(CodeGroup group);

struct WeightedForm {
  std::string opcode;
  int weight = 1; ///< how often it is chosen, relative to other forms
};

struct RandomCode {
  CodeGroup group = CodeGroup::mixed;
  std::vector<std::string> texts;  ///< assembly, one instruction each
  std::vector<std::uint8_t> bytes; ///< of a block; empty for a loop
};

/// The assembly file of a loop.
[[nodiscard]] std::string assembly_of(const RandomCode &loop);

class CodeMaker {
public:
  /// Error: too few of the forms can be used in random code.
  [[nodiscard]] static Expected<CodeMaker> create(const std::vector<WeightedForm> &forms, std::uint64_t seed);
  CodeMaker(CodeMaker &&) noexcept;
  ~CodeMaker();

  [[nodiscard]] RandomCode make(CodeGroup group);

private:
  struct State;
  explicit CodeMaker(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Compares a model with the machine that it describes: random code is predicted and measured.

struct JudgedCode {
  CodeGroup group = CodeGroup::mixed;
  std::string text; ///< instructions are separated by "; "
  double measured_cycles = 0;
  double predicted_cycles = 0;

  [[nodiscard]] double deviation() const { return predicted_cycles / measured_cycles - 1; }
};

struct Verification {
  std::vector<JudgedCode> rows;
  int not_measured = 0;  ///< the measurement was disturbed, or the code could not be run
  int not_predicted = 0; ///< the model lacks an instruction
};

struct VerifyOptions {
  std::string model; ///< its name or the path of its file
  std::vector<WeightedForm> forms;
  int per_group = 60;
  std::uint64_t seed = 1;
  std::function<void(std::size_t done, std::size_t of)> progress = {};
};

/// Error: the model cannot be used, or nothing can be timed on this machine.
[[nodiscard]] Expected<Verification> verify(const VerifyOptions &options);

struct Accuracy {
  std::size_t rows = 0;
  double mape = 0;
  double tau = 0;       ///< Kendall's tau-b
  double within_10 = 0; ///< share of the rows within 10 %
  double bias = 0;      ///< mean signed deviation
};
[[nodiscard]] Accuracy accuracy_of(const std::vector<JudgedCode> &rows);
[[nodiscard]] std::vector<JudgedCode> rows_of(const Verification &verification, CodeGroup group);

/// A text for the terminal: the accuracy in total and by group, and where the model seems to lack something.
[[nodiscard]] std::string report_of(const Verification &verification);
/// CSV with one line per piece of code.
[[nodiscard]] std::string csv_of(const Verification &verification);

} // namespace osaca::measure::verification
