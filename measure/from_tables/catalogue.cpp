#include "measure/from_tables/catalogue.h"

#include "base/format.h"
#include "base/index.h"
#include "decode/block_reader.h"
#include "decode/decoder.h"
#include "kernel/system_operations.h"
#include "measure/tables/example_forms.h"

#include <algorithm>
#include <map>
#include <set>

namespace osaca::measure::from_tables {

namespace {

/// The figures of a cost as one text: equal texts are equal figures.
std::string text_of(const CompilerCost &cost) {
  if (!cost.known)
    return "?";
  std::string out =
      format_text("{} {} {}", cost.uops, cost.latency_cycles.text(4), cost.register_latency_cycles.text(4));
  for (const CompilerCost::ResourceUse &use : cost.uses) {
    out += " " + use.cycles.text(4);
    for (const std::string &unit : use.units)
      out += "|" + unit;
  }
  return out;
}

/// Where the figures of an operation of the system are no more than defaults, its rows still need the ports in them,
/// and the kinship of other forms is counted as before.
void keep_defaults(std::vector<CompilerCost> &costs, Isa isa, const std::string &opcode) {
  if (system_operation(isa, opcode) == SystemOperation::none)
    return;
  constexpr int placeholder = 100; // LLVM's
  for (CompilerCost &cost : costs)
    cost.known |= cost.uops > 0 && cost.uops != placeholder && cost.latency_cycles != Cycles(placeholder);
}

std::vector<KnownForm> examples_of(Isa isa) {
  ExampleForms all(isa);
  std::vector<KnownForm> made;
  for (const std::string &opcode : all.opcodes()) {
    const ShapeChoice shape = all.shape(opcode);
    if (!shape.made || !shape.same_as.empty() || shape.made->example.instruction.opcode != opcode)
      continue;
    KnownForm form;
    form.opcode = opcode;
    form.instruction = shape.made->example.instruction;
    form.operands = operands_text(form.instruction);
    form.code = shape.made->example.bytes;
    made.push_back(std::move(form));
  }
  return made;
}

/// Numbers for texts, in the order in which they first appear.
class Numbers {
public:
  std::uint16_t of(const std::string &text) {
    return numbers_.emplace(text, static_cast<std::uint16_t>(numbers_.size())).first->second;
  }

private:
  std::map<std::string, std::uint16_t> numbers_;
};

/// Many CPUs share a scheduling model. Returns one CPU for each model that differs in some of the first instructions.
Expected<std::vector<std::string>> different_cpus(Isa isa, const std::vector<KnownForm> &examples) {
  std::vector<std::string> all;
  for (const CompilerCpu &cpu : compiler_cpus())
    if (cpu.isa == isa && cpu.has_scheduling_model)
      all.push_back(cpu.name);
  DecodeOptions options;
  options.scheduling_cpus = all;
  OSACA_TRY(BlockReader reader, BlockReader::create(isa, options));
  std::vector<std::string> columns(all.size());
  constexpr std::size_t tried = 300;
  const std::size_t step = std::max<std::size_t>(1, examples.size() / tried);
  for (std::size_t i = 0; i < examples.size(); i += step) {
    if (reader.read(examples[i].code) <= 0)
      continue;
    const std::vector<CompilerCost> costs = reader.compiler_costs();
    for (std::size_t cpu = 0; cpu < costs.size() && cpu < all.size(); ++cpu)
      columns[cpu] += text_of(costs[cpu]) + "\n";
  }
  std::set<std::string> seen;
  std::vector<std::string> made;
  for (std::size_t cpu = 0; cpu < all.size(); ++cpu)
    if (seen.insert(columns[cpu]).second)
      made.push_back(all[cpu]);
  return made;
}

} // namespace

Cycles compiler_latency(const KnownForm &form, const OperandNumbers &pair) {
  const CompilerCost &compiler = form.compiler;
  const std::vector<Operand> &operands = form.instruction.operands;
  const auto count = static_cast<int>(operands.size());
  if (!compiler.forwarding || pair.first >= count || pair.second >= count)
    return compiler.latency_cycles;
  const Operand &from = operands[at(pair.first)];
  const Operand &to = operands[at(pair.second)];
  const Register *read = as_register(from);
  const Register *written = as_register(to);
  if (read == nullptr || written == nullptr || read->kind != written->kind)
    return compiler.latency_cycles;
  const int sooner =
      CompilerForwarding::advance_cycles(*compiler.forwarding, to.write_number, *compiler.forwarding, from.read_number);
  return std::max(compiler.latency_cycles - Cycles(sooner), Cycles(0));
}

std::string operands_text(const Instruction &instruction) {
  std::string out;
  for (const Operand &operand : instruction.operands) {
    if (operand.implicit)
      continue;
    out += format_text("{}{}", operand.read ? "r" : "", operand.written ? "w" : "");
    if (const Register *reg = as_register(operand))
      out += format_text("{}:{} ", static_cast<int>(reg->kind), reg->width_bits);
    else if (const MemoryOperand *memory = as_memory(operand))
      out += format_text("m{}{} ", memory->width_bytes, memory->is_gather_scatter ? "g" : "");
    else
      out += "i ";
  }
  return out;
}

Expected<Catalogue> Catalogue::create(Isa isa, const std::string &compiler_cpu) {
  std::vector<KnownForm> examples = examples_of(isa);
  OSACA_TRY(std::vector<std::string> cpus, different_cpus(isa, examples));
  cpus.insert(cpus.begin(), compiler_cpu);
  DecodeOptions options;
  options.scheduling_cpus = cpus;
  OSACA_TRY(BlockReader reader, BlockReader::create(isa, options));
  std::vector<Numbers> numbers(cpus.size());
  Catalogue made;
  made.isa_ = isa;
  for (KnownForm &form : examples) {
    if (reader.read(form.code) <= 0)
      continue;
    std::vector<CompilerCost> costs = reader.compiler_costs();
    keep_defaults(costs, isa, form.opcode);
    for (std::size_t cpu = 0; cpu < costs.size() && cpu < numbers.size(); ++cpu)
      form.traits.push_back(numbers[cpu].of(text_of(costs[cpu])));
    if (!costs.empty())
      form.compiler = std::move(costs.front());
    made.places_.emplace(form.opcode, made.forms_.size());
    made.forms_.push_back(std::move(form));
  }
  return made;
}

const KnownForm *Catalogue::find(const std::string &opcode) const {
  const auto found = places_.find(opcode);
  return found == places_.end() ? nullptr : &forms_[found->second];
}

} // namespace osaca::measure::from_tables
