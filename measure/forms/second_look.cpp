#include "measure/forms/second_look.h"

#include "measure/forms/core_limits.h"
#include "measure/harness/samples.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {
namespace {

constexpr double same_throughput = 0.04;
constexpr std::size_t fewest_of_kind = 5;
constexpr double share_of_usual = 0.6;

std::ptrdiff_t unstable_figures(const MeasuredForm &record) {
  const auto is_unstable = [](const auto &figure) { return figure.is_unstable; };
  return std::ranges::count_if(record.throughput, is_unstable) + std::ranges::count_if(record.latencies, is_unstable);
}

double off_by(double cycles, double usual) { return std::abs(cycles / usual - 1); }

} // namespace

void SecondLook::remember(const InstructionForm &form, const MeasuredForm &record) {
  if (record.status != FormStatus::ok || record.throughput.empty())
    return;
  kind_[record.opcode] = form.scheduling_class;
  of_kind_[form.scheduling_class][record.opcode] = least_throughput(record);
  if (unstable_figures(record) > 0)
    unstable_.insert(record.opcode);
}

void SecondLook::forget_all() {
  for (const auto &[opcode, kind] : kind_)
    forgotten_.insert(opcode);
  of_kind_.clear();
  unstable_.clear();
}

std::optional<double> SecondLook::usual_throughput(unsigned kind) const {
  std::vector<double> all;
  if (const auto known = of_kind_.find(kind); known != of_kind_.end())
    for (const auto &[opcode, cycles] : known->second)
      all.push_back(cycles);
  const double usual = median(all);
  const auto like_it = std::ranges::count_if(
      all, [usual](double cycles) { return usual > 0 && off_by(cycles, usual) <= same_throughput; });
  const bool is_agreed = static_cast<double>(like_it) >= share_of_usual * static_cast<double>(all.size());
  return all.size() >= fewest_of_kind && is_agreed ? std::optional(usual) : std::nullopt;
}

std::set<std::string> SecondLook::wanted() const {
  std::set<std::string> opcodes = unstable_;
  opcodes.insert(forgotten_.begin(), forgotten_.end());
  for (const auto &[kind, forms] : of_kind_)
    if (const auto usual = usual_throughput(kind))
      for (const auto &[opcode, cycles] : forms)
        if (off_by(cycles, *usual) > same_throughput)
          opcodes.insert(opcode);
  return opcodes;
}

const MeasuredForm &SecondLook::better(const MeasuredForm &first, const MeasuredForm &second) const {
  if (second.status != FormStatus::ok || second.throughput.empty())
    return first;
  if (first.status != FormStatus::ok || first.throughput.empty())
    return second;
  if (forgotten_.contains(first.opcode))
    return second;
  if (const auto before = unstable_figures(first), now = unstable_figures(second); before != now)
    return before < now ? first : second;
  const auto kind = kind_.find(first.opcode);
  const auto usual = kind == kind_.end() ? std::nullopt : usual_throughput(kind->second);
  if (!usual)
    return second;
  return off_by(least_throughput(first), *usual) < off_by(least_throughput(second), *usual) ? first : second;
}

} // namespace osaca::measure
