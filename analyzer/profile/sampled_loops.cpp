#include "profile/sampled_loops.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace osaca {

std::optional<std::uint64_t> load_bias(const std::vector<const ProfileSample *> &samples,
                                       const std::vector<ProgramFunction> &functions) {
  constexpr std::size_t several = static_cast<std::size_t>(-1);
  std::unordered_map<std::string, std::size_t> by_name;
  for (std::size_t f = 0; f < functions.size(); ++f)
    for (const std::string &name : functions[f].names)
      if (const auto [known, is_new] = by_name.emplace(name, f); !is_new)
        known->second = several;
  std::map<std::uint64_t, double> votes;
  for (const ProfileSample *sample : samples) {
    const auto found = by_name.find(sample->symbol);
    if (sample->offset && found != by_name.end() && found->second != several)
      votes[sample->address - (functions[found->second].begin + *sample->offset)] += sample->period; // modulo 2^64
  }
  const auto most =
      std::max_element(votes.begin(), votes.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
  return most == votes.end() ? std::nullopt : std::optional(most->first);
}

std::vector<double> events_by_loop(const std::vector<const ProfileSample *> &samples, std::uint64_t bias,
                                   const std::vector<ProgramLoop> &loops) {
  // A loop inside another has fewer instructions.
  std::unordered_map<std::uint64_t, std::size_t> innermost;
  for (std::size_t l = 0; l < loops.size(); ++l)
    for (const std::uint64_t address : loops[l].addresses)
      if (const auto [known, is_new] = innermost.emplace(address, l);
          !is_new && loops[l].addresses.size() < loops[known->second].addresses.size())
        known->second = l;
  std::vector<double> events(loops.size(), 0);
  for (const ProfileSample *sample : samples)
    if (const auto found = innermost.find(sample->address - bias); found != innermost.end())
      events[found->second] += sample->period;
  return events;
}

} // namespace osaca
