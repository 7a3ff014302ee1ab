// What the compiler's tables say of a unit's instructions, for whoever needs it: most have figures of their own in the
// models. No header of this interface shows LLVM.
#pragma once

#include "kernel/cost.h"
#include "kernel/instruction.h"

#include <memory>
#include <string>
#include <vector>

namespace osaca {

/// Copies share what they found out; not for several threads at a time.
class CompilerFigures {
public:
  /// Of no instruction.
  CompilerFigures() = default;

  /// One entry for each of DecodeOptions::scheduling_cpus; no entry for what could not be read. The instruction is one
  /// of the unit: its number and the vector type in force there count.
  [[nodiscard]] std::vector<CompilerCost> costs_of(const Instruction &instruction) const;

  /// Whether that core of LLVM's has the instruction at all. LLVM reads x86 code for every core alike: there, all have.
  [[nodiscard]] bool is_on_core(const std::string &cpu, InstructionNumber number) const;

  struct State;
  explicit CompilerFigures(std::shared_ptr<State> state) : state_(std::move(state)) {}

private:
  std::shared_ptr<State> state_;
};

} // namespace osaca
