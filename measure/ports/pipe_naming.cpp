#include "measure/ports/pipe_naming.h"

#include "base/index.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace osaca::measure {
namespace {

constexpr double cycles_tolerance = 0.15; // of the cycles

std::map<PipeSet, double> cycles_per_set(const std::vector<PipeDemand> &demands) {
  std::map<PipeSet, double> made;
  for (const PipeDemand &one : demands)
    if (one.pipes != 0 && one.cycles > 0)
      made[one.pipes] += one.cycles;
  return made;
}

/// One for a form that agrees; a little for sets that have much in common, so that steps lead somewhere.
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

/// How often a pipe and a port occur in one form, sets of the same size counting most.
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

/// Gives `port` to `pipe`; who had it gets the pipe's.
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
