#include "profile/sampled_code.h"

#include <unordered_map>
#include <unordered_set>

namespace osaca {

namespace {

using Places = std::vector<std::optional<std::uint64_t>>;

class AddressFinder {
public:
  explicit AddressFinder(const std::vector<ProgramFunction> &functions) {
    for (const ProgramFunction &function : functions)
      for (const std::string &name : function.names)
        by_name_[name].push_back(&function);
  }

  Places find(const std::vector<const ProfileSample *> &samples) {
    Places places;
    for (const ProfileSample *sample : samples)
      places.push_back(of_only_function(*sample));
    for (std::size_t s = 0; s < samples.size(); ++s)
      if (!places[s])
        places[s] = of_fitting_function(*samples[s]);
    return places;
  }

private:
  using Functions = std::vector<const ProgramFunction *>;

  [[nodiscard]] static std::optional<std::uint64_t> place_in(const ProgramFunction &function,
                                                             const ProfileSample &sample) {
    const std::uint64_t place = function.begin + *sample.offset;
    return place >= function.begin && place < function.end ? std::optional(place) : std::nullopt;
  }

  [[nodiscard]] const Functions *functions_of(const ProfileSample &sample) const {
    const auto found = by_name_.find(sample.symbol);
    return sample.offset && found != by_name_.end() ? &found->second : nullptr;
  }

  std::optional<std::uint64_t> of_only_function(const ProfileSample &sample) {
    const Functions *functions = functions_of(sample);
    if (functions == nullptr || functions->size() != 1)
      return std::nullopt;
    const auto place = place_in(*functions->front(), sample);
    if (place)
      loaded_at_.insert(sample.address - *place); // modulo 2^64
    return place;
  }

  [[nodiscard]] std::optional<std::uint64_t> of_fitting_function(const ProfileSample &sample) const {
    const Functions *functions = functions_of(sample);
    if (functions == nullptr)
      return std::nullopt;
    std::optional<std::uint64_t> found;
    for (const ProgramFunction *function : *functions)
      if (const auto place = place_in(*function, sample); place && loaded_at_.contains(sample.address - *place)) {
        if (found && *found != *place)
          return std::nullopt;
        found = place;
      }
    return found;
  }

  std::unordered_map<std::string, Functions> by_name_;
  std::unordered_set<std::uint64_t> loaded_at_;
};

} // namespace

Places addresses_in_file(const std::vector<const ProfileSample *> &samples,
                         const std::vector<ProgramFunction> &functions) {
  return AddressFinder(functions).find(samples);
}

FunctionsByAddress::FunctionsByAddress(const std::vector<ProgramFunction> &functions) : functions_(functions) {
  for (std::size_t f = 0; f < functions.size(); ++f)
    by_begin_.emplace(functions[f].begin, f);
}

std::optional<std::size_t> FunctionsByAddress::find(std::uint64_t address) const {
  const auto next = by_begin_.upper_bound(address);
  if (next == by_begin_.begin() || functions_[std::prev(next)->second].end <= address)
    return std::nullopt;
  return std::prev(next)->second;
}

std::vector<FunctionEvents> events_by_function(const std::vector<const ProfileSample *> &samples,
                                               const Places &addresses, const std::vector<ProgramFunction> &functions,
                                               const std::vector<ProgramLoop> &loops) {
  std::unordered_set<std::uint64_t> in_loops;
  for (const ProgramLoop &loop : loops)
    in_loops.insert(loop.addresses.begin(), loop.addresses.end());
  const FunctionsByAddress by_address(functions);
  std::vector<FunctionEvents> events(functions.size());
  for (std::size_t s = 0; s < samples.size(); ++s) {
    const std::optional<std::size_t> function = addresses[s] ? by_address.find(*addresses[s]) : std::nullopt;
    if (!function)
      continue;
    events[*function].all += samples[s]->period;
    if (!in_loops.contains(*addresses[s]))
      events[*function].outside_loops += samples[s]->period;
  }
  return events;
}

std::vector<double> events_by_loop(const std::vector<const ProfileSample *> &samples, const Places &addresses,
                                   const std::vector<ProgramLoop> &loops) {
  // An inner loop has fewer instructions than the loops around it.
  std::unordered_map<std::uint64_t, std::size_t> innermost;
  for (std::size_t l = 0; l < loops.size(); ++l)
    for (const std::uint64_t address : loops[l].addresses)
      if (const auto [known, is_new] = innermost.emplace(address, l);
          !is_new && loops[l].addresses.size() < loops[known->second].addresses.size())
        known->second = l;
  std::vector<double> events(loops.size(), 0);
  for (std::size_t s = 0; s < samples.size(); ++s)
    if (addresses[s])
      if (const auto found = innermost.find(*addresses[s]); found != innermost.end())
        events[found->second] += samples[s]->period;
  return events;
}

} // namespace osaca
