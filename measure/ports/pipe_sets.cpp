#include "measure/ports/pipe_sets.h"

#include "base/index.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>

namespace osaca::measure {

namespace {

/// If more different sets are connected, not all of their unions are considered; no mix of ours has so many.
constexpr std::size_t most_sets = 12;

/// Joins demands on the same set.
std::vector<PipeDemand> joined(std::vector<PipeDemand> demands) {
  std::ranges::sort(demands, [](const PipeDemand &a, const PipeDemand &b) { return a.pipes < b.pipes; });
  std::vector<PipeDemand> made;
  for (const PipeDemand &one : demands) {
    if (one.pipes == 0)
      continue;
    if (!made.empty() && made.back().pipes == one.pipes)
      made.back().cycles += one.cycles;
    else
      made.push_back(one);
  }
  return made;
}

/// The demands that share pipes with the first one, directly or through others; they are removed from `rest`.
std::vector<PipeDemand> take_connected(std::vector<PipeDemand> &rest) {
  std::vector<PipeDemand> made = {rest.back()};
  rest.pop_back();
  PipeSet reach = made.front().pipes;
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t i = 0; i < rest.size(); ++i)
      if ((rest[i].pipes & reach) != 0) {
        reach |= rest[i].pipes;
        made.push_back(rest[i]);
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        grew = true;
        break;
      }
  }
  return made;
}

double uops_per_cycle_of(PipeSet set, std::span<const SetRate> rates) {
  for (const SetRate &one : rates)
    if (one.pipes == set)
      return one.uops_per_cycle;
  return std::popcount(set);
}

double busiest_union(const std::vector<PipeDemand> &demands, std::span<const SetRate> rates) {
  const std::size_t count = std::min(demands.size(), most_sets);
  double busiest = 0;
  for (std::size_t chosen = 1; chosen < (std::size_t{1} << count); ++chosen) {
    PipeSet set = 0;
    double cycles = 0;
    for (std::size_t i = 0; i < count; ++i)
      if (((chosen >> i) & 1U) != 0) {
        set |= demands[i].pipes;
        cycles += demands[i].cycles;
      }
    busiest = std::max(busiest, cycles / uops_per_cycle_of(set, rates));
  }
  return busiest;
}

} // namespace

double port_bound(std::vector<PipeDemand> demands, std::span<const SetRate> rates) {
  std::vector<PipeDemand> rest = joined(std::move(demands));
  double busiest = 0;
  while (!rest.empty())
    busiest = std::max(busiest, busiest_union(take_connected(rest), rates));
  return busiest;
}

std::vector<PipeSet> connected_unions(const std::vector<PipeSet> &sets, std::size_t most) {
  std::set<PipeSet> made;
  for (const PipeSet one : sets) {
    if (one == 0)
      continue;
    std::set<PipeSet> more = {one};
    for (std::vector<PipeSet> fresh = {one}; !fresh.empty() && made.size() + more.size() < most;) {
      std::vector<PipeSet> next;
      for (const PipeSet grown : fresh)
        for (const PipeSet other : made)
          if ((grown & other) != 0 && more.insert(grown | other).second)
            next.push_back(grown | other);
      fresh = std::move(next);
    }
    for (const PipeSet set : more)
      if (made.size() < most)
        made.insert(set);
  }
  return {made.begin(), made.end()};
}

namespace {

constexpr double cycles_tolerance = 0.15; // of the cycles

std::map<PipeSet, double> cycles_per_set(const std::vector<PipeDemand> &demands) {
  std::map<PipeSet, double> made;
  for (const PipeDemand &one : demands)
    if (one.pipes != 0 && one.cycles > 0)
      made[one.pipes] += one.cycles;
  return made;
}

/// One for a form that agrees, and a fraction for sets that overlap, so that the search can improve step by step.
double agreement(const UsagePair &form, const std::vector<int> &ports) {
  const std::vector<PipeDemand> measured = renamed(form.measured, ports);
  if (same_demands(measured, form.known))
    return 1;
  double common = 0;
  for (const PipeDemand &one : measured) {
    double best = 0;
    for (const PipeDemand &other : form.known)
      best = std::max(best, static_cast<double>(std::popcount(one.pipes & other.pipes)) /
                                std::max(1, std::popcount(one.pipes | other.pipes)));
    common += best;
  }
  return measured.empty() ? 0 : 0.2 * common / static_cast<double>(measured.size());
}

double total(const std::vector<UsagePair> &forms, const std::vector<int> &ports) {
  double sum = 0;
  for (const UsagePair &form : forms)
    sum += agreement(form, ports);
  return sum;
}

/// How often a pipe and a port occur in the same form; sets of the same size have the most weight.
std::vector<std::vector<double>> occurrences(const std::vector<UsagePair> &forms, int pipes, int ports) {
  std::vector<std::vector<double>> made(static_cast<std::size_t>(pipes),
                                        std::vector<double>(static_cast<std::size_t>(ports), 0));
  for (const UsagePair &form : forms)
    for (const PipeDemand &one : form.measured)
      for (const PipeDemand &other : form.known) {
        const int size = std::popcount(one.pipes);
        const int other_size = std::popcount(other.pipes);
        const double weight = (size == other_size ? 4.0 : 1.0) / (size * other_size);
        for (int pipe = 0; pipe < pipes; ++pipe)
          for (int port = 0; port < ports; ++port)
            if (((one.pipes >> pipe) & 1U) != 0 && ((other.pipes >> port) & 1U) != 0)
              made[at(pipe)][at(port)] += weight;
      }
  return made;
}

std::vector<int> first_naming(std::vector<std::vector<double>> weights, int pipes, int ports) {
  std::vector<int> made(static_cast<std::size_t>(pipes), -1);
  for (int round = 0; round < std::min(pipes, ports); ++round) {
    std::size_t best_pipe = 0;
    std::size_t best_port = 0;
    double most = -1;
    for (std::size_t pipe = 0; pipe < weights.size(); ++pipe)
      for (std::size_t port = 0; made[pipe] < 0 && port < weights[pipe].size(); ++port)
        if (weights[pipe][port] > most) {
          most = weights[pipe][port];
          best_pipe = pipe;
          best_port = port;
        }
    made[best_pipe] = static_cast<int>(best_port);
    for (auto &row : weights)
      row[best_port] = -2;
  }
  return made;
}

/// Assigns `port` to `pipe`; the pipe that had it gets the other port.
std::vector<int> exchanged(std::vector<int> ports, std::size_t pipe, int port) {
  for (int &other : ports)
    if (other == port)
      other = ports[pipe];
  ports[pipe] = port;
  return ports;
}

} // namespace

std::vector<int> best_naming(const std::vector<UsagePair> &forms, int pipes, int ports) {
  constexpr int most_rounds = 20;
  std::vector<int> naming = first_naming(occurrences(forms, pipes, ports), pipes, ports);
  double best = total(forms, naming);
  bool improved = true;
  for (int round = 0; round < most_rounds && improved; ++round) {
    improved = false;
    for (std::size_t pipe = 0; pipe < naming.size(); ++pipe)
      for (int port = 0; port < ports; ++port) {
        std::vector<int> other = exchanged(naming, pipe, port);
        const double value = total(forms, other);
        if (value > best + 1e-9) {
          best = value;
          naming = std::move(other);
          improved = true;
        }
      }
  }
  return naming;
}

std::vector<PipeDemand> renamed(const std::vector<PipeDemand> &demands, const std::vector<int> &ports) {
  std::vector<PipeDemand> made;
  for (const PipeDemand &one : demands) {
    PipeSet set = 0;
    for (std::size_t pipe = 0; pipe < ports.size(); ++pipe)
      if (((one.pipes >> pipe) & 1U) != 0)
        set |= PipeSet{1} << (ports[pipe] >= 0 ? static_cast<std::size_t>(ports[pipe]) : most_pipes - 1 - pipe);
    made.push_back({set, one.cycles});
  }
  return made;
}

bool same_demands(const std::vector<PipeDemand> &a, const std::vector<PipeDemand> &b) {
  const auto first = cycles_per_set(a);
  const auto second = cycles_per_set(b);
  return first.size() == second.size() && std::ranges::equal(first, second, [](const auto &one, const auto &other) {
           return one.first == other.first && std::abs(one.second - other.second) <= cycles_tolerance * other.second;
         });
}

} // namespace osaca::measure
