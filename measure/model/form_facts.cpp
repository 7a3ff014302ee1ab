#include "measure/model/form_facts.h"

#include "base/index.h"
#include "decode/block_reader.h"
#include "measure/tables/example_forms.h"
#include "measure/tables/measured_figures.h"
#include "measure/tables/subject.h"

#include <algorithm>

namespace osaca::measure::composer {
namespace {

/// What code that is measured sets (isa_riscv.cpp): one register, elements of 64 bits.
constexpr VectorType measured_vector_type{0, 6};

/// Instructions before each copy take part in what it takes; beside a slow form they do not count.
bool is_mostly_its_own(const MeasuredForm &form, double cycles) {
  return std::ranges::none_of(form.throughput, [cycles](const MeasuredThroughput &one) {
    return one.is_bound || cycles < 1.5 * static_cast<double>(one.with.size());
  });
}

/// From memory that nothing but a plain store wrote, to a register.
bool is_through_stored_value(const MeasuredLatency &one) {
  return one.via.size() == 1 && one.via.front().find(".memory.") != std::string::npos &&
         one.from.find('.') == std::string::npos;
}

/// The register stack overflows or runs empty where one form is repeated, and then takes hundreds of cycles. Such
/// figures are none of the form.
void drop_figures_of_stack_faults(FormFacts &form) {
  constexpr double absurd = 4;
  constexpr double slow_cycles = 100; // of an operation that the compiler holds for quick
  const double compilers = std::max(form.compiler.latency_cycles.to_double(), 1.0 * form.compiler.uops);
  if (!form.instruction.register_stack || !form.compiler.known || !form.throughput || *form.throughput < slow_cycles ||
      *form.throughput < absurd * compilers)
    return;
  form.throughput.reset();
  form.throughput_is_bound = false;
  form.figures = {};
}

FormFacts measured_facts(const MeasuredForm &form) {
  FormFacts made;
  made.opcode = form.opcode;
  made.figures = figures_of(form);
  if (made.figures.throughput) {
    made.throughput = (made.figures.throughput->low_cycles + made.figures.throughput->high_cycles) / 2;
    made.throughput_is_bound = made.figures.throughput->is_bound && !is_mostly_its_own(form, *made.throughput);
  }
  for (const MeasuredLatency &one : form.latencies) {
    if (one.is_unstable || one.is_bound || !one.values.empty())
      continue;
    if (one.via.empty())
      made.direct_pairs.emplace(one.from, one.to);
    if (is_through_stored_value(one) &&
        (!made.store_to_result_cycles || one.chain_cycles < *made.store_to_result_cycles))
      made.store_to_result_cycles = one.chain_cycles;
  }
  return made;
}

} // namespace

Expected<std::vector<FormFacts>> facts_of(const MeasurementFile &measured, const PortFindings &ports) {
  const auto isa = isa_of_name(measured.machine.isa);
  if (!isa)
    return Error{"there is no instruction set '" + measured.machine.isa.substr(0, 40) + "'"};
  DecodeOptions options;
  options.scheduling_cpus = {measured.machine.llvm_cpu};
  auto made_reader = BlockReader::create(*isa, options);
  if (!made_reader)
    return made_reader.error();
  BlockReader reader = std::move(made_reader).value();
  ExampleForms examples(*isa);
  std::vector<FormFacts> facts;
  for (const MeasuredForm &form : measured.forms) {
    if (form.status != FormStatus::ok || (form.throughput.empty() && form.latencies.empty()))
      continue;
    const ShapeChoice shape = examples.shape(form.opcode);
    if (!shape.made)
      continue; // of another version of the compiler
    FormFacts made = measured_facts(form);
    made.instruction = shape.made->example.instruction;
    if (reader.read(shape.made->example.bytes) > 0)
      if (std::vector<CompilerCost> costs = reader.compiler_costs(measured_vector_type); !costs.empty())
        made.compiler = std::move(costs.front());
    drop_figures_of_stack_faults(made);
    made.inferred = ports.find(form.opcode);
    facts.push_back(std::move(made));
  }
  if (facts.empty())
    return Error{"no form in it was measured"};
  return facts;
}

} // namespace osaca::measure::composer
