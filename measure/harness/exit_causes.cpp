#include "measure/harness/exit_search.h"

#include "measure/harness/loop_setup.h"

#include <algorithm>

namespace osaca::measure {

namespace {

constexpr std::size_t most_loads = 6;

bool writes_flags(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr && operand.written && reg->kind == RegisterKind::flag;
  });
}

bool holds_data(const Register &reg) {
  return reg.kind == RegisterKind::vector || reg.kind == RegisterKind::mask || general_index(reg.name).has_value();
}

bool is_written(const Kernel &loop, const Register &reg) {
  return std::ranges::any_of(loop.instructions, [&reg](const Instruction &instruction) {
    return std::ranges::any_of(instruction.operands, [&reg](const Operand &operand) {
      const Register *written = as_register(operand);
      return written != nullptr && operand.written && written->overlaps(reg);
    });
  });
}

/// Goes backwards from the test to the beginning of the iteration.
class Slice {
public:
  explicit Slice(ExitCauses &causes) : causes_(causes) {}

  void take_sources(const Instruction &instruction, std::size_t position) {
    for (const Operand &operand : instruction.operands) {
      const Register *reg = as_register(operand);
      if (reg != nullptr && operand.read && holds_data(*reg))
        wanted_.push_back(*reg);
      const MemoryOperand *memory = as_memory(operand);
      if (memory != nullptr && operand.read && !memory->is_gather_scatter && memory->symbol.empty() &&
          !memory->segment && (memory->base || memory->index) && causes_.loads.size() < most_loads)
        causes_.loads.push_back({position, *memory});
    }
  }

  void take(const Register &reg) { wanted_.push_back(reg); }

  void pass(const Instruction &instruction, std::size_t position) {
    bool defines_wanted = false;
    for (const Operand &operand : instruction.operands)
      if (const Register *reg = as_register(operand); reg != nullptr && operand.written && holds_data(*reg))
        defines_wanted = std::erase_if(wanted_, [reg](const Register &wanted) { return wanted.overlaps(*reg); }) > 0 ||
                         defines_wanted;
    if (defines_wanted)
      take_sources(instruction, position);
  }

  void finish(const Kernel &loop, const RegisterUses &uses) {
    for (const Register &reg : wanted_)
      if (const auto number = vector_index(reg); number && !is_written(loop, reg))
        causes_.unchanged_vectors.push_back(*number);
      else if (const auto index = general_index(reg.name)) {
        std::vector<std::size_t> &list = uses[*index].is_changed ? causes_.carried : causes_.unchanged;
        if (std::ranges::find(list, *index) == list.end())
          list.push_back(*index);
      }
  }

private:
  ExitCauses &causes_;
  std::vector<Register> wanted_;
};

/// The causes for loops that count in rcx, which the decoder may leave out of the operands.
ExitCauses causes_of_count(const Kernel &loop, std::size_t jump, const RegisterUses &uses) {
  constexpr std::size_t counter = 1;
  ExitCauses causes;
  causes.test = jump;
  causes.compared = {counter};
  causes.constant = 0;
  Slice slice(causes);
  for (std::size_t i = jump; i-- > 0;)
    for (const Operand &operand : loop.instructions[i].operands)
      if (const Register *reg = as_register(operand); reg != nullptr && general_index(reg->name) == counter) {
        slice.take(*reg);
        for (std::size_t k = i + 1; k-- > 0;)
          slice.pass(loop.instructions[k], k);
        slice.finish(loop, uses);
        return causes;
      }
  (uses[counter].is_changed ? causes.carried : causes.unchanged).push_back(counter);
  return causes;
}

} // namespace

std::optional<ExitCauses> causes_of(const Kernel &loop, std::size_t jump, const RegisterUses &uses) {
  if (tests_counter(loop.instructions[jump]) || is_counting_jump(loop.instructions[jump]))
    return causes_of_count(loop, jump, uses);
  std::size_t test = jump;
  while (test > 0 && !writes_flags(loop.instructions[test - 1]))
    --test;
  if (test == 0)
    return std::nullopt;
  ExitCauses causes;
  causes.test = --test;
  for (const Operand &operand : loop.instructions[test].operands) {
    const Register *reg = as_register(operand);
    if (const auto index = reg != nullptr && operand.read ? general_index(reg->name) : std::nullopt)
      causes.compared.push_back(*index);
    if (const auto *constant = std::get_if<ImmediateOperand>(&operand.value); constant && constant->symbol.empty())
      causes.constant = constant->value;
  }
  Slice slice(causes);
  slice.take_sources(loop.instructions[test], test);
  for (std::size_t i = test; i-- > 0;)
    slice.pass(loop.instructions[i], i);
  slice.finish(loop, uses);
  return causes;
}

namespace {

/// Numbers that comparisons treat differently: extremes of integers, infinities and NaN, as double and float.
constexpr std::uint64_t trial_words[] = {0,
                                         ~std::uint64_t{0},
                                         1,
                                         0x8000000000000000,
                                         0x7fffffffffffffff,
                                         0xfff0000000000000,
                                         0x7ff0000000000000,
                                         0x7ff8000000000000,
                                         0xff800000ff800000,
                                         0x7f8000007f800000,
                                         0x7fc000007fc00000};

void add_once(std::vector<std::uint64_t> &values, std::uint64_t value) {
  if (std::ranges::find(values, value) == values.end())
    values.push_back(value);
}

/// The values compared in the iteration that should be the last, and their neighbours.
std::vector<std::uint64_t> compared_values(const ExitCauses &causes, const IterationSteps &last) {
  std::vector<std::uint64_t> values;
  if (causes.constant)
    add_once(values, static_cast<std::uint64_t>(*causes.constant));
  for (const std::size_t reg : causes.compared)
    add_once(values, last[causes.test][reg]);
  const std::size_t exact = values.size();
  for (std::size_t i = 0; i < exact; ++i) {
    add_once(values, values[i] + 1);
    add_once(values, values[i] - 1);
  }
  return values;
}

void plant(Beginning &begin, const PlantedWord &word) {
  std::erase_if(begin.planted, [&word](const PlantedWord &other) { return other.address == word.address; });
  begin.planted.push_back(word);
}

std::uint64_t address_of(const LoadOf &load, const GeneralRegisters &general) {
  auto address = static_cast<std::uint64_t>(load.place.displacement);
  if (const auto base = load.place.base ? general_index(load.place.base->name) : std::nullopt)
    address += general[*base];
  if (const auto index = load.place.index ? general_index(load.place.index->name) : std::nullopt)
    address += general[*index] * static_cast<std::uint64_t>(load.place.scale);
  return address;
}

class Candidates {
public:
  Candidates(const Beginning &begin, const ExitCauses &causes, const IterationSteps &last)
      : begin_(begin), causes_(causes), last_(last), compared_(compared_values(causes, last)) {}

  void of_unchanged(std::size_t reg) {
    std::vector<std::uint64_t> values = compared_;
    for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}})
      add_once(values, value);
    for (const std::uint64_t value : values)
      if (value != begin_.general[reg])
        add(reg, value);
  }

  /// Changes a register so that at the test it has the value of its limit, or no bits are left in it.
  void of_carried(std::size_t reg, std::size_t iterations, bool is_index) {
    std::vector<std::uint64_t> limits = {0, ~std::uint64_t{0}, 1};
    for (const std::uint64_t value : compared_)
      if (value != last_[causes_.test][reg])
        add_once(limits, value);
    for (const std::size_t when : {causes_.test, causes_.test + 1})
      for (const std::uint64_t limit : limits)
        if (when < last_.size() && (!is_index || is_near(limit - last_[when][reg])))
          add(reg, begin_.general[reg] + limit - last_[when][reg]);
    if (iterations < 64 && !is_index) {
      add(reg, std::uint64_t{1} << iterations);
      add(reg, std::uint64_t{1} << (iterations - 1));
    }
  }

  void of_vector(std::size_t number) {
    for (const std::uint64_t word : trial_words) {
      made_.push_back(begin_);
      made_.back().vectors[number] = {{word, word}};
    }
  }

  void of_load(const LoadOf &load) {
    const std::uint64_t address = address_of(load, last_[load.instruction]);
    const auto bytes = static_cast<std::size_t>(std::clamp(load.place.width_bytes, 1, 64));
    std::vector<std::uint64_t> values = compared_;
    for (const std::uint64_t word : trial_words)
      add_once(values, word);
    for (const std::uint64_t value : compared_)
      add_once(values, (value & 0xff) * 0x0101010101010101);
    for (const std::uint64_t value : values) {
      Beginning next = begin_;
      plant(next, {address, value, bytes});
      made_.push_back(std::move(next));
    }
  }

  [[nodiscard]] std::vector<Beginning> made() && { return std::move(made_); }

private:
  /// Addresses must stay within the memory that they were given.
  static bool is_near(std::uint64_t distance) { return distance + 0x10000 < 0x20000; }

  void add(std::size_t reg, std::uint64_t value) {
    made_.push_back(begin_);
    made_.back().general[reg] = value;
  }

  const Beginning &begin_;
  const ExitCauses &causes_;
  const IterationSteps &last_;
  std::vector<std::uint64_t> compared_;
  std::vector<Beginning> made_;
};

} // namespace

std::vector<Beginning> candidates_of(const Beginning &begin, const ExitCauses &causes, const IterationSteps &last,
                                     const RegisterUses &uses, std::size_t iterations) {
  Candidates candidates(begin, causes, last);
  for (const std::size_t reg : causes.unchanged)
    if (!uses[reg].is_base)
      candidates.of_unchanged(reg);
  for (const std::size_t reg : causes.carried)
    if (!uses[reg].is_base)
      candidates.of_carried(reg, iterations, uses[reg].is_index);
  for (const std::size_t number : causes.unchanged_vectors)
    candidates.of_vector(number);
  for (const LoadOf &load : causes.loads)
    candidates.of_load(load);
  return std::move(candidates).made();
}

} // namespace osaca::measure
