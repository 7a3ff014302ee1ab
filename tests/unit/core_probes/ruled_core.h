// A core whose times a test makes up: a rule from the instructions of a body to cycles.
#pragma once

#include "measure/core_probes/probe.h"

#include <algorithm>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace osaca::measure::core_probes {

using Lines = std::vector<std::string>;

class RuledCore : public Bench {
public:
  using Rule = std::function<double(const Lines &)>;
  explicit RuledCore(Rule rule) : rule_(std::move(rule)) {}

  Measurement time(const ProbeCode &code) override {
    std::istringstream text(code.body);
    Lines lines;
    for (std::string line; std::getline(text, line);)
      if (!line.empty())
        lines.push_back(line);
    return {Status::ok, rule_(lines), 0, ""};
  }

private:
  Rule rule_;
};

inline int count_with(const Lines &lines, const std::string &part) {
  return static_cast<int>(
      std::ranges::count_if(lines, [&](const std::string &line) { return line.find(part) != std::string::npos; }));
}

} // namespace osaca::measure::core_probes
