#include "measure/harness/exit_candidates.h"

#include <algorithm>

namespace osaca::measure {
namespace {

/// Numbers that comparisons tell from others: the extremes of integers, infinities and no number, as double and float.
constexpr std::uint64_t telling_words[] = {0,
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

/// What is compared in the iteration that is to be the last, and its neighbours.
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

  /// So that it has its limit's value when it is tested, or is empty of bits then.
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
    for (const std::uint64_t word : telling_words) {
      made_.push_back(begin_);
      made_.back().vectors[number] = {{word, word}};
    }
  }

  void of_load(const LoadOf &load) {
    const std::uint64_t address = address_of(load, last_[load.instruction]);
    const auto bytes = static_cast<std::size_t>(std::clamp(load.place.width_bytes, 1, 64));
    std::vector<std::uint64_t> values = compared_;
    for (const std::uint64_t word : telling_words)
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
  /// Addresses stay in the memory that they were given.
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
