#include "measure/compose/form_facts.h"

#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "decode/block_reader.h"
#include "measure/tables/example_forms.h"
#include "measure/tables/form_figures.h"
#include "measure/tables/subject.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace osaca::measure::compose {

namespace {

/// The vector type that measured code sets (isa_riscv.cpp): one register, elements of 64 bits.
constexpr VectorType measured_vector_type{0, 6};

/// Whether the throughput is mainly the form's own. The time of instructions before each copy is included, but does not
/// matter for a slow form.
bool is_mostly_its_own(const MeasuredForm &form, double cycles) {
  return std::ranges::none_of(form.throughput, [cycles](const MeasuredThroughput &one) {
    return one.is_bound || cycles < 1.5 * static_cast<double>(one.with.size());
  });
}

/// Whether the latency is from memory that only a plain store wrote, to a register.
bool is_through_stored_value(const MeasuredLatency &one) {
  return one.via.size() == 1 && one.via.front().find(".memory.") != std::string::npos &&
         one.from.find('.') == std::string::npos;
}

/// If one form is repeated, the x87 stack overflows or runs empty, which costs hundreds of cycles. Such figures do not
/// describe the form.
void drop_figures_of_stack_faults(FormFacts &form) {
  constexpr double absurd = 4;
  constexpr double slow_cycles = 100; // for an operation that the compiler considers fast
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
    return Error{format_text("unknown instruction set '{}'", measured.machine.isa.substr(0, 40))};
  DecodeOptions options;
  options.scheduling_cpus = {measured.machine.llvm_cpu};
  OSACA_TRY(BlockReader reader, BlockReader::create(*isa, options));
  ExampleForms examples(*isa);
  std::vector<FormFacts> facts;
  for (const MeasuredForm &form : measured.forms) {
    if (form.status != FormStatus::ok || (form.throughput.empty() && form.latencies.empty()))
      continue;
    const ShapeChoice shape = examples.shape(form.opcode);
    if (!shape.made)
      continue; // from another version of the compiler
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
    return Error{"the measurements contain no measured form"};
  return facts;
}

namespace {

struct Measured {
  int from = 0;
  int to = 0;
  Cycles cycles;
  bool is_direct = false; ///< by a chain without helpers
};

std::optional<int> operand_number(std::string_view text, const Instruction &instruction) {
  const auto number = parse_number<int>(text);
  const bool fits = number && *number >= 0 && *number < static_cast<int>(instruction.operands.size());
  return fits ? number : std::nullopt;
}

double cycles_of(const FigureRange &figure) {
  constexpr double hardly_any = 0.6; // for an upper bound: as fast as independent copies
  const double middle = (figure.low_cycles + figure.high_cycles) / 2;
  return figure.is_bound && middle < hardly_any ? 0 : std::max(middle, 0.0);
}

/// Chains through other instructions sometimes wait for a unit; latencies are whole numbers.
Cycles latency_between(const OperandPairName &pair, double cycles) {
  constexpr double scatter = 0.12;
  if (pair.first == pair.second)
    return tidy_cycles(cycles);
  return Cycles(static_cast<std::int64_t>(std::floor(cycles + scatter)));
}

bool is_plain_register(const Operand &operand) { return as_register(operand) != nullptr && !operand.address_update; }

bool is_vector_operand(const Operand &operand) {
  const Register *reg = as_register(operand);
  return reg != nullptr && reg->kind == RegisterKind::vector;
}

/// Vector helpers take a cycle longer after some operations than after others. A latency that is only this much longer
/// than that of a chain of copies alone is replaced by the latter.
void follow_direct_chains(std::vector<Measured> &pairs, const Instruction &instruction) {
  const Cycles helpers_scatter(11, 10);
  for (Measured &one : pairs) {
    if (one.is_direct || !is_vector_operand(instruction.operands[at(one.from)]) ||
        !is_vector_operand(instruction.operands[at(one.to)]))
      continue;
    for (const Measured &direct : pairs)
      if (direct.is_direct && direct.to == one.to && direct.cycles < one.cycles &&
          is_vector_operand(instruction.operands[at(direct.from)]) && one.cycles <= direct.cycles + helpers_scatter)
        one.cycles = direct.cycles;
  }
}

std::vector<Measured> register_pairs(const FormFacts &form) {
  std::vector<Measured> made;
  for (const auto &[pair, figure] : form.figures.latencies) {
    const auto from = operand_number(pair.first, form.instruction);
    const auto to = operand_number(pair.second, form.instruction);
    if (!from || !to || !is_plain_register(form.instruction.operands[at(*from)]) ||
        !is_plain_register(form.instruction.operands[at(*to)]))
      continue;
    if (figure.is_bound && cycles_of(figure) > 0)
      continue; // an upper bound: the latency itself is unknown
    made.push_back({*from, *to, latency_between(pair, cycles_of(figure)), form.direct_pairs.contains(pair)});
  }
  follow_direct_chains(made, form.instruction);
  return made;
}

bool is_flag(const Operand &operand) {
  const Register *reg = as_register(operand);
  return reg != nullptr && reg->kind == RegisterKind::flag;
}

/// The latency of most pairs. Pairs without flags decide, if there are any.
std::optional<Cycles> most_usual(const std::vector<Measured> &pairs, const Instruction &instruction) {
  std::map<Cycles, int> votes;
  for (const Measured &one : pairs)
    votes[one.cycles] +=
        is_flag(instruction.operands[at(one.to)]) || is_flag(instruction.operands[at(one.from)]) ? 1 : 8;
  std::optional<Cycles> best;
  int most = 0;
  for (const auto &[cycles, count] : votes)
    if (count >= most) {
      most = count;
      best = cycles;
    }
  return best;
}

/// The latency of the operation after its load, from the time between address and result, if no register source leads
/// to the result.
std::optional<Cycles> latency_without_load(const FormFacts &form, double load_latency_cycles) {
  const auto whole = address_to_result_cycles(form);
  if (!whole)
    return std::nullopt;
  constexpr double scatter = 0.3;
  const double rest = *whole - load_latency_cycles;
  return rest <= scatter ? Cycles(0) : tidy_cycles(rest);
}

bool has_register_source(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    return as_register(operand) != nullptr && operand.read && !operand.address_update && !operand.implicit;
  });
}

/// The compiler's latency of the operation, without the load.
Cycles compiler_latency(const FormFacts &form, double load_latency_cycles) {
  const Cycles whole = form.compiler.latency_cycles;
  if (!form.instruction.loads)
    return whole;
  if (has_register_source(form.instruction))
    return std::min(form.compiler.register_latency_cycles, whole);
  return tidy_cycles(std::max(0.0, whole.to_double() - load_latency_cycles));
}

} // namespace

Cycles tidy_cycles(double cycles) {
  constexpr double scatter = 0.06;
  const double whole = std::round(cycles);
  return std::abs(cycles - whole) <= scatter ? Cycles(static_cast<std::int64_t>(whole))
                                             : Cycles(std::llround(std::max(cycles, 0.0) * 100), 100);
}

FormLatencies latencies_between_registers(const FormFacts &form, double load_latency_cycles) {
  const std::vector<Measured> pairs = register_pairs(form);
  FormLatencies made;
  made.is_measured = true;
  if (const auto usual = most_usual(pairs, form.instruction)) {
    made.usual = *usual;
  } else if (const auto rest = latency_without_load(form, load_latency_cycles)) {
    made.usual = *rest;
  } else {
    made.usual = compiler_latency(form, load_latency_cycles);
    made.is_measured = false;
  }
  for (const Measured &one : pairs)
    if (one.cycles != made.usual)
      made.exceptions.push_back({one.from, one.to, one.cycles});
  return made;
}

std::optional<double> address_to_result_cycles(const FormFacts &form) {
  std::optional<double> least;
  for (const auto &[pair, figure] : form.figures.latencies) {
    const auto to = operand_number(pair.second, form.instruction);
    const bool is_address = pair.first.ends_with(".base") || pair.first.ends_with(".index");
    if (!is_address || !to || !as_register(form.instruction.operands[at(*to)]) || figure.is_bound)
      continue;
    const double cycles = cycles_of(figure);
    least = least ? std::min(*least, cycles) : cycles;
  }
  return least;
}

std::optional<double> memory_to_register_cycles(const FormFacts &form) {
  std::optional<double> least;
  for (const auto &[pair, figure] : form.figures.latencies) {
    const auto from = operand_number(pair.first, form.instruction);
    const auto to = operand_number(pair.second, form.instruction);
    if (!from || !to || !as_memory(form.instruction.operands[at(*from)]) ||
        !as_register(form.instruction.operands[at(*to)]))
      continue;
    const double cycles = cycles_of(figure);
    least = least ? std::min(*least, cycles) : cycles;
  }
  return least;
}

std::optional<double> memory_to_memory_cycles(const FormFacts &form) {
  for (const auto &[pair, figure] : form.figures.latencies)
    if (const auto from = operand_number(pair.first, form.instruction); from && pair.first == pair.second)
      if (as_memory(form.instruction.operands[at(*from)]) != nullptr)
        return figure.is_bound ? 0 : cycles_of(figure);
  return std::nullopt;
}

namespace {

bool has_immediate(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    return as_register(operand) == nullptr && as_memory(operand) == nullptr && !operand.implicit;
  });
}

/// Identifies the operation and the kinds of its operands, without the size of an immediate.
std::string work_of(const Instruction &instruction) {
  std::string key = instruction.mnemonic;
  for (const Operand &operand : instruction.operands) {
    key += operand.read ? " r" : " ";
    key += operand.written ? "w" : "";
    if (const Register *reg = as_register(operand))
      key += format_text("{}:{}", static_cast<int>(reg->kind), reg->width_bits);
    else if (const MemoryOperand *memory = as_memory(operand))
      key += format_text("m{}", memory->width_bytes);
    else
      key += "i";
  }
  return key;
}

bool is_clearly_quicker(const FormFacts &one, const FormFacts &other) {
  constexpr double times = 1.5;
  if (!one.throughput || !other.throughput)
    return false;
  const auto round_trip = memory_to_memory_cycles(one);
  const auto others = memory_to_memory_cycles(other);
  return *other.throughput > times * *one.throughput || (round_trip && others && *others > *round_trip + times);
}

} // namespace

std::vector<FormFacts> with_figures_of_siblings(std::vector<FormFacts> facts) {
  std::map<std::string, std::vector<std::size_t>> same_work;
  for (std::size_t i = 0; i < facts.size(); ++i)
    // Small constants may be added without a unit: there the size matters.
    if (has_immediate(facts[i].instruction) && (facts[i].accesses_memory() || !update_of(facts[i].instruction)))
      same_work[work_of(facts[i].instruction)].push_back(i);
  for (const auto &[work, forms] : same_work)
    for (const std::size_t slow : forms)
      for (const std::size_t quick : forms)
        if (is_clearly_quicker(facts[quick], facts[slow])) {
          facts[slow].figures = facts[quick].figures;
          facts[slow].throughput = facts[quick].throughput;
          facts[slow].throughput_is_bound = facts[quick].throughput_is_bound;
          facts[slow].direct_pairs = facts[quick].direct_pairs;
        }
  return facts;
}

} // namespace osaca::measure::compose
