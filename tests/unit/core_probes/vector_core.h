// A core with operations on vectors that hand over their values late, or do not.
#pragma once

#include "measure/core_probes/probe.h"

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

/// Any number of units; latencies are those of a table, by mnemonics, else one cycle. A reader takes longer, from all
/// it reads, by the most that any value of it makes it late.
class VectorCore : public Bench {
public:
  using Late = std::function<double(const std::string &from, const std::string &to)>;
  VectorCore(std::map<std::string, double> latencies, Late late)
      : latencies_(std::move(latencies)), late_(std::move(late)) {}

  Measurement time(const ProbeCode &code) override {
    constexpr int rounds = 40;
    std::map<std::string, Value> registers;
    double half = 0;
    double last = 0;
    for (int round = 0; round < 2 * rounds; ++round) {
      std::istringstream text(code.body);
      for (std::string line; std::getline(text, line);)
        last = std::max(last, run(line, registers));
      if (round + 1 == rounds)
        half = last;
    }
    const auto lines = static_cast<double>(1 + std::ranges::count(code.body, '\n'));
    return {Status::ok, std::max((last - half) / rounds, lines / width), 0, ""};
  }

private:
  static constexpr double width = 6;
  struct Value {
    double ready = 0;
    std::string maker;
  };

  double run(const std::string &line, std::map<std::string, Value> &registers) {
    const std::string mnemonic = line.substr(0, line.find(' '));
    std::vector<std::string> named;
    for (std::size_t at = line.find('%'); at != std::string::npos; at = line.find('%', at + 1))
      named.push_back(line.substr(at, line.find_first_of(",\n", at) - at));
    if (named.empty())
      return 0;
    const std::string result = named.back();
    const bool zeroes = mnemonic == "vxorps";
    if (mnemonic.find("fmadd") == std::string::npos)
      named.pop_back();
    double begin = 0;
    double late = 0;
    for (const std::string &name : named)
      if (const auto found = registers.find(name); found != registers.end() && !zeroes) {
        begin = std::max(begin, found->second.ready);
        late = std::max(late, found->second.maker.empty() ? 0 : late_(found->second.maker, mnemonic));
      }
    const auto known = latencies_.find(mnemonic);
    const double ready = zeroes ? 0 : begin + late + (known == latencies_.end() ? 1 : known->second);
    registers[result] = {ready, zeroes ? "" : mnemonic};
    return ready;
  }

  std::map<std::string, double> latencies_;
  Late late_;
};

} // namespace osaca::measure::core_probes
