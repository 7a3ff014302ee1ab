// The costs of instructions on one core, each form looked up once.
#pragma once

#include "kernel/instruction.h"
#include "model/machine_model.h"

#include <memory>
#include <string>
#include <unordered_map>

namespace osaca {

class FormCosts {
public:
  /// `compiler_index`: position of the model's compiler_cpu in DecodeOptions::scheduling_cpus, -1 if it was not asked
  /// for.
  FormCosts(const MachineModel &model, int compiler_index) : model_(model), compiler_index_(compiler_index) {}

  [[nodiscard]] const MachineModel &model() const { return model_; }

  struct Form {
    std::shared_ptr<const Cost> listed; ///< null: the model has nothing for it
    RuleMatches rules;                  ///< of the opcode
  };
  /// Valid until the next call.
  [[nodiscard]] const Form &form_of(const Instruction &instruction);

  /// As osaca::cost_of(): what the model has, else what the compiler says; null: nobody knows.
  [[nodiscard]] std::shared_ptr<const Cost> cost_of(const Form &form, const Instruction &instruction) const;

private:
  [[nodiscard]] Form look_up(const Instruction &instruction) const;

  MachineModel model_;
  int compiler_index_;
  std::unordered_map<std::string, Form> forms_; ///< by what look_up() depends on
  std::string key_;                             ///< kept for its memory
};

} // namespace osaca
