// Published figures of instruction forms beside a model's, and what the disagreements have in common.
#pragma once

#include "form_maker.h"
#include "model/machine_model.h"
#include "published.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca::accuracy {

enum class FormStatus {
  compared,
  no_figures,    ///< neither the model nor the compiler has any
  no_such_opcode ///< today's LLVM has no instruction of this name
};

/// One published figure and ours.
struct ComparedFigure {
  std::string what; ///< "throughput", "latency 1 -> 0"
  CycleRange published;
  std::optional<double> ours;         ///< nothing: the result does not depend on that operand as we see it
  std::pair<int, int> places{-1, -1}; ///< of a latency: the two Instruction::operands
  [[nodiscard]] bool agrees() const { return ours && accuracy::agrees(*ours, published); }
};

struct ComparedForm {
  std::string opcode;
  std::string text; ///< an instruction of the form
  std::string stem; ///< what the form's relatives share: "VADDPS" of VADDPSZ256rrk
  FormStatus status = FormStatus::no_such_opcode;
  Origin origin = Origin::unknown;
  std::string ports; ///< "FP2|FP3 2*FP1"
  double dispatch_slots = 0;
  bool is_common = false;
  std::vector<ComparedFigure> figures;

  [[nodiscard]] bool agrees() const;
};

struct ComparisonOptions {
  std::string common_cpu; ///< forms that LLVM's assembler takes for this CPU are common; but see common_forms.h
};

[[nodiscard]] std::vector<ComparedForm> compare(const std::vector<PublishedForm> &published, const MachineModel &model,
                                                const ComparisonOptions &options);

/// Disagreements of one kind: of one stem, one metric and one direction.
struct DisagreementClass {
  std::string name; ///< "VADDPS latency, ours lower"
  std::size_t forms = 0;
  std::vector<std::string> examples;
};

/// The largest first. Of `common_only` forms, or all.
[[nodiscard]] std::vector<DisagreementClass> disagreements(const std::vector<ComparedForm> &forms, bool common_only);

struct AgreementCount {
  std::size_t figures = 0;
  std::size_t agreeing = 0;
};

struct AgreementTotals {
  std::size_t forms = 0;
  std::size_t agreeing_forms = 0; ///< in every figure
  std::map<FormStatus, std::size_t> by_status;
  std::map<Origin, std::size_t> by_origin;
  AgreementCount throughputs;
  AgreementCount latencies;
};

[[nodiscard]] AgreementTotals totals(const std::vector<ComparedForm> &forms, bool common_only);

} // namespace osaca::accuracy
